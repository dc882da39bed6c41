// `agon match`: one game, a few strategies, many matches; scores, Elo differences and a sequential test.
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/commands/tournament_options.h"
#include "lab/tournament/tournament_report.h"

namespace agon::cli {
namespace {

constexpr const char* kMatchSchema = "agon.match-result/1";

constexpr const char* kMatchSections = R"(Assignment of roles
  as many -p as roles   everybody plays in every match; roles rotate
  two -p, more roles    one against the other in every assignment of roles
  one -p                it plays all roles
  a game of one role    each plays alone with the same seeds, and the scores are compared
Effort is part of a strategy (mcts(iterations=500), mcts(time=0.2s)), or a clock for everybody (--time, --start-time).

Scoring
  A match that reaches a terminal state counts with the goals of the rules; a role with no goal, or several, scores 0.
  A player that crashes, hangs or cannot play the game has lost: 0 for it, 100 for the others.
  An illegal or late move, or one that ends in an error (no memory left, for example), is counted and replaced by a random one.
  A match that ends otherwise (--max-steps, no legal move, the limits of the referee, no player that can play the game) is unfinished:
  counted, but in no mean; exit code 4.
Intervals are Wilson score intervals of 95 %. A draw is half a win. --sprt is the sequential probability ratio test: it stops as soon as
one of two hypotheses about the difference in Elo is accepted.)";

struct MatchArguments : TournamentArguments {
  std::string game;
  std::uint64_t games = 1;
  std::vector<double> sprt;
  std::string record;
};

Error usage(const char* code, std::string message, std::string hint) {
  return {Error::Category::Usage, {{code, Severity::Error, {}, std::move(message), std::move(hint)}}};
}

// The pairing that the numbers of strategies and roles ask for.
Status seat_players(const MatchArguments& arguments, lab::TournamentConfig& config) {
  const std::vector<std::string>& seats = config.games.front().seats;
  auto& strategies = config.strategies;
  config.rounds = arguments.games;
  if (strategies.empty()) strategies.emplace_back("random");
  if (seats.size() == 1) return done();  // a round is a game for each
  config.most_games = arguments.games;
  if (strategies.size() == 1) strategies.resize(seats.size(), strategies.front());
  if (strategies.size() == 2) return done();  // in all mixtures
  config.pairing = lab::Pairing::Together;
  if (strategies.size() == seats.size()) return done();
  return usage("wrong-player-count",
               fmt::format("{} players for {} seats ({})", strategies.size(), seats.size(), fmt::join(seats, ", ")),
               "give one -p for each role, two to compare, or one for all; 'agon tournament' takes any number");
}

Result<std::optional<lab::SprtOptions>> sequential_test(const MatchArguments& arguments, std::size_t players) {
  const std::vector<double>& given = arguments.sprt;
  if (given.empty()) return std::optional<lab::SprtOptions>();
  lab::SprtOptions options;
  options.elo0 = given[0];
  options.elo1 = given.size() > 1 ? given[1] : options.elo0;
  if (given.size() > 2) options.alpha = options.beta = given[2];
  if (given.size() > 3) options.beta = given[3];
  const auto chance = [](double p) { return p > 0 && p < 0.5; };
  if (!(options.elo0 < options.elo1) || !chance(options.alpha) || !chance(options.beta))
    return usage("bad-sprt", "--sprt needs ELO0 < ELO1 and error probabilities between 0 and 0.5",
                 "for example --sprt 0,10 or --sprt 0,10,0.05,0.05");
  if (players != 2) return usage("bad-sprt", "--sprt compares two players", "give two -p");
  return std::optional(options);
}

// Whether every player had every role equally often.
std::string seats_text(const lab::Tournament& tournament) {
  if (tournament.summary.games.front().seats.size() == 1) return "each alone";
  if (lab::seats_balanced(tournament.summary.players.size(), tournament.results)) return "seats rotated";
  return fmt::format("seats not balanced: use a multiple of {} games", lab::schedule_of(tournament.config).per_round());
}

void print(const lab::Tournament& tournament, const std::string& game) {
  const lab::Summary& summary = tournament.summary;
  const std::vector<std::string> names = player_names(summary);
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  fmt::print("{}, {} game{}, {}\n", game, summary.played, summary.played == 1 ? "" : "s", seats_text(tournament));
  for (std::size_t p = 0; p < names.size(); ++p) {
    const lab::PlayerSummary& player = summary.players[p];
    const std::string goal =
        player.goal ? fmt::format("{:6.2f} [{:.1f}..{:.1f}]", player.goal->value, player.goal->low, player.goal->high) : "-";
    fmt::print("  {:<{}}  mean goal {}   {} wins, {} draws, {} losses\n", names[p], width, goal, player.wins, player.draws,
               player.losses);
    if (player.illegal + player.late + player.errors > 0)
      fmt::print("  {:<{}}  {} illegal moves, {} late, {} with an error\n", "", width, player.illegal, player.late, player.errors);
  }
  for (const lab::PairScore& pair : summary.pairs) {
    const lab::Estimate elo = pair.elo();
    fmt::print("  {} - {}: {:.1f} % of the points, Elo {:+.0f} [{:+.0f}..{:+.0f}]\n", names[pair.a], names[pair.b],
               100 * pair.score().value, elo.value, elo.low, elo.high);
  }
  for (const std::string& remark : remarks_of(summary)) fmt::print("  {}\n", remark);
}

void run(const MatchArguments& arguments, Context& context) {
  std::optional<lab::TournamentConfig> config = tournament_config(arguments, context);
  if (!config || !add_game(*config, arguments.game, context)) return;
  if (const Status seated = seat_players(arguments, *config); !seated) return context.fail(seated.error());
  const auto sprt = sequential_test(arguments, config->strategies.size());
  if (!sprt) return context.fail(sprt.error());
  lab::TournamentOptions options;
  options.record = arguments.record;
  options.sprt = *sprt;
  const std::optional<lab::Tournament> tournament =
      play_tournament(std::move(*config), std::move(options), arguments, kMatchSchema, context);
  if (!tournament) return;
  if (context.json) print_json(to_json(*tournament, kMatchSchema));
  else print(*tournament, arguments.game);
  if (tournament->summary.unfinished > 0) context.worsen(kLimit);
  const auto& players = tournament->summary.players;
  // Nothing was measured about a player that forfeited everything: most likely it cannot play this game at all.
  if (std::any_of(players.begin(), players.end(), [](const auto& p) { return p.games > 0 && p.crashes >= p.games; }))
    context.worsen(kBadInput);
}

}  // namespace

void add_match_command(Command app, Context& context) {
  auto arguments = std::make_shared<MatchArguments>();
  const Command command = app.subcommand("match", "Play matches of one game between strategies and compare them");
  add_game_argument(command, arguments->game);
  add_tournament_options(command, *arguments);
  command.option("-n,--games", arguments->games, "number of matches; in a game of one role, of each player")
      .show_default()
      .range(1, 10'000'000);
  command.option("--sprt", arguments->sprt, "stop early: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA").delimiter(',').value_count(2, 4);
  command.option("--record", arguments->record, "write the match record to this file (.1, .2, ... for several)").type_name("FILE");
  add_common_options(command, context);
  add_limit_options(command, context);
  command.section(kMatchSections);
  command.examples({
      {"agon match breakthrough-6x6 -p random -p first-legal -n 200", ""},
      {"agon match connectfour -p 'mcts(iterations=500)' -p 'mcts(iterations=1000)' -n 100 --jobs 0 --out results/doubling", ""},
      {"agon match connectfour -p auto -p random --time 0.5 --start-time 5 -n 20 --json", ""},
      {"agon match othello -p 'mcts(time=0.1s)' -p random -n 1000 --sprt 0,20", ""},
  });
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
