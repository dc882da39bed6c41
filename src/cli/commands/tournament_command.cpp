// `agon tournament`: several strategies, several games, standings.
#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/commands/tournament_options.h"
#include "lab/tournament/tournament_report.h"

namespace agon::cli {
namespace {

constexpr const char* kTournamentSchema = "agon.tournament-result/1";

constexpr const char* kTournamentSections = R"(Pairing
  In a round every two players meet in every game with every assignment of roles: both colours of a game for two, the six assignments of a
  game for three. In games of one role everybody plays alone, and the scores of a round are compared.

Scoring
  As in 'agon match' (see its --help). A player that crashes, hangs, moves late or illegally is counted and never stops the tournament;
  neither does an unfinished game. The exit code only says whether the tournament could be run, unlike that of 'agon match', which is
  4 after an unfinished match.

Files
  With --out every game is on disk before the next one starts. After a crash, kill -9 or a power cut the same command resumes, also with
  more --rounds. Other settings in the same folder are refused.
  DIR/games.jsonl   the configuration and a line for each game       DIR/report.html   tables and plots, one page
  DIR/games.csv     a row for each role of each game                 DIR/result.json   what --json prints)";

struct TournamentCommandArguments : TournamentArguments {
  std::vector<std::string> games;
  bool gauntlet = false;
  std::uint64_t rounds = 1;
};

void run(const TournamentCommandArguments& arguments, Context& context) {
  if (arguments.strategies.size() < 2)
    return context.fail({Error::Category::Usage,
                         {{"too-few-players", Severity::Error, {}, "a tournament needs two players or more", "give more -p"}}});
  std::optional<lab::TournamentConfig> config = tournament_config(arguments, context);
  if (!config) return;
  config->pairing = arguments.gauntlet ? lab::Pairing::Gauntlet : lab::Pairing::RoundRobin;
  config->rounds = arguments.rounds;
  for (const std::string& game : arguments.games) {
    const auto same = [&](const lab::GameEntry& entry) { return entry.name() == game; };
    if (std::any_of(config->games.begin(), config->games.end(), same)) continue;
    if (!add_game(*config, game, context)) return;
  }
  const std::optional<lab::Tournament> tournament = play_tournament(std::move(*config), {}, arguments, kTournamentSchema, context);
  if (!tournament) return;
  if (context.json) print_json(to_json(*tournament, kTournamentSchema));
  else fmt::print("{}", to_text(*tournament));
}

}  // namespace

void add_tournament_command(Command app, Context& context) {
  auto arguments = std::make_shared<TournamentCommandArguments>();
  const Command command = app.subcommand("tournament", "Play strategies against each other in several games and rank them");
  command.option("-g,--games", arguments->games, "library names or rule sheets, separated by commas")
      .required()
      .delimiter(',')
      .type_name("GAME");
  add_tournament_options(command, *arguments);
  command.flag("--gauntlet", arguments->gauntlet, "the first player against each other one, instead of a round robin");
  command.option("-r,--rounds", arguments->rounds, "number of rounds").show_default().range(1, 10'000'000);
  add_common_options(command, context);
  add_limit_options(command, context);
  command.section(kTournamentSections);
  command.examples({
      {"agon tournament --games tictactoe,connectfour -p random -p first-legal -p 'mcts(iterations=200)' --rounds 5", ""},
      {"agon tournament --games breakthrough,hex -p 'mcts(select=rave)' -p mcts -p random --gauntlet --time 1 --jobs 0 --out "
       "results/rave",
       ""},
      {"agon tournament --games chinese-checkers-3 -p mcts -p random --rounds 10 --html checkers.html", ""},
  });
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
