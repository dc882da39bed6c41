// What a list of games says: standings, who did how against whom, how each game was played. Plain data.
//
// Every interval is one of 95 %. Shares of points and mean goals have Wilson's interval, which never ends at a certainty after a
// few games and is on the safe side for goals between 0 and 100; lengths and times have Student's. The points against the
// others at one table (or in one round of a game for one) are one trial, however many others there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/ratings/ratings.h"
#include "lab/ratings/sprt.h"
#include "lab/tournament/tournament_config.h"

namespace agon::lab {

struct PlayerSummary {
  std::string strategy;
  std::uint64_t games = 0;  // that count
  // Better than everybody at the table, best together with somebody, or neither. Alone in the world: a goal of 100, or less. A
  // round of a game for one in which nobody else's result counts compares nothing and is none of these.
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::optional<Estimate> goal;   // mean, 0..100
  std::optional<Estimate> score;  // 0..1: the mean over tables of the mean points against the others there
  Estimate elo;
  std::optional<Estimate> seconds_per_move;
  std::uint64_t illegal = 0, late = 0, errors = 0;  // moves
  std::uint64_t crashes = 0;                        // games
  std::uint64_t missing_goals = 0;                  // terminal states in which the rules gave it no goal, or several
  std::string trouble;                              // the first thing that went wrong
};

struct GameSummary {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t unfinished = 0;
  std::string trouble;                                // why the first unfinished one was
  std::optional<Estimate> length;                     // of the finished ones, in joint moves
  std::vector<std::optional<Estimate>> player_goals;  // mean goal of each player
  std::vector<std::string> seats;
  std::vector<std::optional<Estimate>> seat_goals;  // mean goal of each seat, whoever sat there
};

struct Summary {
  std::uint64_t scheduled = 0, played = 0, unfinished = 0;
  std::vector<PlayerSummary> players;
  std::vector<PairScore> pairs;
  std::vector<GameSummary> games;
  bool assumed_draws = false;  // see EloTable
  std::optional<Sprt> sprt;
};

[[nodiscard]] Summary summarise(const TournamentConfig& config, std::span<const GameResult> results);

// Whether every seat was everybody's equally often. For games with the same seats.
[[nodiscard]] bool seats_balanced(std::size_t players, std::span<const GameResult> results);

}  // namespace agon::lab
