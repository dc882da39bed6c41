// What decides the games of a tournament, and nothing that does not: two runs with one configuration play the same games.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/limits.h"
#include "gdl/rules.h"
#include "lab/tournament/schedule.h"
#include "play/player.h"

namespace agon::lab {

struct GameEntry {
  gdl::Rules rules;
  std::vector<std::string> seats;  // roles that somebody plays, in the order of the rule sheet
  [[nodiscard]] const std::string& name() const { return rules.name(); }
};

// Fails on rules that no engine accepts and on games that nobody can play.
[[nodiscard]] Result<GameEntry> enter_game(gdl::Rules rules, const Limits& limits);

struct TournamentConfig {
  std::vector<GameEntry> games;
  std::vector<std::string> strategies;
  Pairing pairing = Pairing::RoundRobin;
  std::uint64_t rounds = 1;
  std::optional<std::uint64_t> most_games = std::nullopt;
  std::uint64_t seed = 1;
  play::MatchClock clock;
  int max_steps = 1000;
  std::string engine = "prover";  // of the referee
  Limits limits;                  // of every engine
  unsigned threads = 1;           // that a player may use
  std::size_t player_memory = std::size_t{1} << 30U;
};

[[nodiscard]] Schedule schedule_of(const TournamentConfig& config);

// The header of a result store, and the fields in which a run that goes on with it may differ: more games are more of the same.
[[nodiscard]] nlohmann::ordered_json header_of(const TournamentConfig& config);
[[nodiscard]] std::vector<std::string> fields_that_may_differ();

// Seconds of the command line to a clock; zero, negative and absurd ones are refused. Nothing given: no clock.
[[nodiscard]] Result<play::MatchClock> make_clock(std::optional<double> start_seconds, std::optional<double> play_seconds);

}  // namespace agon::lab
