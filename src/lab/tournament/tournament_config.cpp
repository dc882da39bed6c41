#include "lab/tournament/tournament_config.h"

#include <fmt/format.h>

#include <cmath>

#include "base/hash.h"
#include "engines/prover/prover.h"

namespace agon::lab {
namespace {

constexpr double kShortest = 0.001, kLongest = 86'400;  // seconds

Result<std::chrono::milliseconds> milliseconds(double seconds, const char* what) {
  // Written so that a NaN is refused too.
  if (!(seconds >= kShortest && seconds <= kLongest))
    return Error{Error::Category::Usage,
                 {{"impossible-clock",
                   Severity::Error,
                   {},
                   fmt::format("{} seconds are an impossible {}", seconds, what),
                   "give seconds between 0.001 and 86400 (a day), or leave the option out for no clock"}}};
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

}  // namespace

Result<GameEntry> enter_game(gdl::Rules rules, const Limits& limits) {
  // The prover is there in a millisecond and starts no threads: workers are forked from this process.
  const auto prover = engines::Prover::create(rules, limits);
  if (!prover) return prover.error();
  const game::GameInfo& info = (*prover)->info();
  std::vector<std::string> seats;
  for (std::uint32_t r = 0; r < info.role_count(); ++r) {
    if (info.random != RoleId{r}) seats.push_back(info.roles[r]);
  }
  if (seats.empty()) return bad_input("no-seats", fmt::format("nobody plays in '{}': its only role is random", rules.name()));
  return GameEntry{std::move(rules), std::move(seats)};
}

Schedule schedule_of(const TournamentConfig& config) {
  ScheduleOptions options;
  options.players = static_cast<std::uint32_t>(config.strategies.size());
  for (const GameEntry& game : config.games) options.seats.push_back(static_cast<std::uint32_t>(game.seats.size()));
  options.pairing = config.pairing;
  options.rounds = config.rounds;
  options.most = config.most_games;
  options.seed = config.seed;
  return Schedule(std::move(options));
}

nlohmann::ordered_json header_of(const TournamentConfig& config) {
  auto games = nlohmann::ordered_json::array();
  for (const GameEntry& game : config.games) games.push_back({{"name", game.name()}, {"rules", content_id(game.rules.text())}});
  const Schedule schedule = schedule_of(config);
  return {{"schema", "agon.tournament/2"},
          {"games", std::move(games)},
          {"strategies", config.strategies},
          {"pairing", to_string(config.pairing)},
          {"rounds", config.rounds},
          {"scheduled", schedule.size()},
          {"seed", config.seed},
          {"start_milliseconds", config.clock.start.count()},
          {"play_milliseconds", config.clock.play.count()},
          {"max_steps", config.max_steps},
          {"engine", config.engine},
          {"threads", config.threads},
          {"player_memory", config.player_memory}};
}

std::vector<std::string> fields_that_may_differ() { return {"rounds", "scheduled"}; }

Result<play::MatchClock> make_clock(std::optional<double> start_seconds, std::optional<double> play_seconds) {
  play::MatchClock clock;
  if (start_seconds) {
    const auto start = milliseconds(*start_seconds, "start clock");
    if (!start) return start.error();
    clock.start = *start;
  }
  if (play_seconds) {
    const auto play = milliseconds(*play_seconds, "time for a move");
    if (!play) return play.error();
    clock.play = *play;
  }
  return clock;
}

}  // namespace agon::lab
