#include <fmt/ranges.h>

#include <cmath>

#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/progress.h"
#include "play/referee.h"

namespace agon::cli {
namespace {

struct MatchArguments {
  std::string game;
  std::vector<std::string> strategies;
  int games = 1;
  std::uint64_t seed = 1;
  int max_steps = 1000;
  std::string engine = "prover";
  std::string record;
};

struct Tally {
  std::string strategy;
  double sum = 0, squares = 0;
  int games = 0, wins = 0, draws = 0, losses = 0;
  void add(double goal, bool best, bool shared) {
    sum += goal;
    squares += goal * goal;
    ++games;
    ++(best ? (shared ? draws : wins) : losses);
  }
  [[nodiscard]] double mean() const { return games > 0 ? sum / games : 0; }
  // Half the width of the 95 % interval of the mean goal.
  [[nodiscard]] double margin() const {
    if (games < 2) return 0;
    const double variance = std::max(0.0, (squares - sum * sum / games) / (games - 1));
    return 1.96 * std::sqrt(variance / games);
  }
};

// One player a role (the random role needs none); a single -p serves for all.
bool seat_players(const game::GameInfo& info, std::vector<std::string>& strategies, Context& context) {
  const std::size_t seats = info.role_count() - (info.random ? 1 : 0);
  if (strategies.empty()) strategies.emplace_back("random");
  if (strategies.size() == 1) strategies.resize(seats, strategies.front());
  if (strategies.size() == seats) return true;
  context.fail({Error::Category::Usage,
                {{"wrong-player-count",
                  Severity::Error,
                  {},
                  fmt::format("{} players for {} seats ({})", strategies.size(), seats, fmt::join(info.roles, ", ")),
                  "give one -p for each role, or one for all"}}});
  return false;
}

// Strategy of each role in game number `index`: seats rotate, so that nobody keeps the better side.
std::vector<std::size_t> seating(const game::GameInfo& info, std::size_t players, int index) {
  std::vector<std::size_t> result;
  std::size_t seat = 0;
  for (std::uint32_t r = 0; r < info.role_count(); ++r) {
    if (info.random == RoleId{r}) result.push_back(players);
    else result.push_back((seat++ + static_cast<std::size_t>(index)) % players);
  }
  return result;
}

void score(const game::MatchRecord& record, const std::vector<std::size_t>& seats, std::vector<Tally>& tallies) {
  int best = -1;
  int holders = 0;
  for (std::size_t r = 0; r < record.goals.size(); ++r) {
    if (seats[r] >= tallies.size()) continue;
    if (record.goals[r] > best) best = record.goals[r], holders = 0;
    if (record.goals[r] == best) ++holders;
  }
  for (std::size_t r = 0; r < record.goals.size(); ++r) {
    if (seats[r] < tallies.size()) tallies[seats[r]].add(std::max(0, record.goals[r]), record.goals[r] == best, holders > 1);
  }
}

void run(MatchArguments arguments, Context& context) {
  const std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  const Result<game::AnyEngine> engine = make_engine(arguments.engine, *rules, context.limits());
  if (!engine) return context.fail(engine.error(), arguments.game);
  const game::GameInfo& info = engine->info();
  if (!seat_players(info, arguments.strategies, context)) return;
  std::vector<Tally> tallies;
  for (const std::string& strategy : arguments.strategies) {
    if (const auto player = play::make_player(strategy, 1); !player) return context.fail(player.error());
    tallies.push_back({.strategy = strategy});
  }
  int unfinished = 0;
  {
    Progress progress("match", static_cast<std::uint64_t>(arguments.games));
    for (int i = 0; i < arguments.games; ++i) {
      const std::vector<std::size_t> seats = seating(info, tallies.size(), i);
      const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(i);
      std::vector<std::unique_ptr<play::Player>> players;
      std::vector<std::string> names;
      for (std::uint32_t r = 0; r < seats.size(); ++r) {
        names.push_back(seats[r] < tallies.size() ? tallies[seats[r]].strategy : "random");
        players.push_back(std::move(*play::make_player(names.back(), seed * 1000 + r)));
      }
      const game::MatchRecord record =
          play::play_match(*engine, *rules, names, players, {.seed = seed, .max_steps = arguments.max_steps, .watch = {}});
      if (!record.finished) ++unfinished;
      score(record, seats, tallies);
      if (!arguments.record.empty()) {
        const std::string file = arguments.games == 1 ? arguments.record : fmt::format("{}.{}", arguments.record, i + 1);
        if (const Result<bool> written = write_file(file, to_json(record, 1) + '\n'); !written)
          return context.fail(written.error());
      }
      progress.advance();
    }
  }
  if (context.json) {
    Json players = Json::array();
    for (const Tally& t : tallies) {
      players.push_back({{"strategy", t.strategy},
                         {"games", t.games},
                         {"score", t.mean()},
                         {"interval", {t.mean() - t.margin(), t.mean() + t.margin()}},
                         {"wins", t.wins},
                         {"draws", t.draws},
                         {"losses", t.losses}});
    }
    print_json({{"schema", "agon.match-result/1"},
                {"game", arguments.game},
                {"engine", engine->name()},
                {"seed", arguments.seed},
                {"games", arguments.games},
                {"unfinished", unfinished},
                {"players", players}});
  } else {
    fmt::print("{}, {} games, seats rotated\n", arguments.game, arguments.games);
    for (const Tally& t : tallies)
      fmt::print("  {:<16} mean goal {:6.2f} +- {:5.2f}   {} wins, {} draws, {} losses\n", t.strategy, t.mean(), t.margin(), t.wins,
                 t.draws, t.losses);
    if (unfinished > 0) fmt::print("  {} games did not end within {} steps and are not counted\n", unfinished, arguments.max_steps);
  }
  if (unfinished > 0) context.worsen(kLimit);
}

}  // namespace

void add_match_command(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<MatchArguments>();
  CLI::App* command = app.add_subcommand("match", "Play matches between strategies and tell who is better");
  command->add_option("game", arguments->game, "library name or rule sheet")->required()->type_name("GAME");
  command
      ->add_option("-p,--player", arguments->strategies,
                   fmt::format("strategy of each role, in role order, or one for all: {}", fmt::join(play::strategy_names(), ", ")))
      ->type_name("STRATEGY");
  command->add_option("-n,--games", arguments->games, "how many matches; seats rotate")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000'000));
  command->add_option("-s,--seed", arguments->seed, "seed of the first match")->capture_default_str();
  command->add_option("--max-steps", arguments->max_steps, "stop a match after so many steps")
      ->capture_default_str()
      ->check(CLI::Range(0, 100'000'000));
  command->add_option("-e,--engine", arguments->engine, "engine to play on")->capture_default_str();
  command->add_option("--record", arguments->record, "write the match record here (with .1, .2, ... for several)")
      ->type_name("FILE");
  add_common_options(*command, context);
  add_limit_options(*command, context);
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
