// Who is better, and by how much, from pairwise scores. A draw is half a win for each side.
//
// Strengths are those of Bradley and Terry (1952) by maximum likelihood, on the scale of Elo (400 points are ten to one); the
// intervals are those of the Fisher information, which takes every game for a win or a loss and is therefore on the safe side where
// there are draws.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/match/game_result.h"
#include "lab/reproduce/statistics.h"

namespace agon::lab {

using reproduce::Estimate;

struct PairScore {
  std::uint32_t a = 0, b = 0;                     // players, a < b
  std::uint64_t wins = 0, draws = 0, losses = 0;  // from the side of a

  [[nodiscard]] std::uint64_t games() const { return wins + draws + losses; }
  [[nodiscard]] double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
  // Share of the points with Wilson's interval, and the same as a difference of Elo: infinite where a won or lost everything.
  // Precondition: games() > 0.
  [[nodiscard]] Estimate score() const { return reproduce::proportion_of(points(), games()); }
  [[nodiscard]] Estimate elo() const;
};

// What each player of a game got: the mean goal of its seats, in order of the players. Precondition: the game counts.
struct PlayerGoal {
  std::uint32_t player = 0;
  double goal = 0;
};
[[nodiscard]] std::vector<PlayerGoal> goals_of(const GameResult& result);

// The comparisons in a list of games: who was at one table, and in games of one player who played in the same round. Games that do
// not count are left out.
[[nodiscard]] std::vector<std::vector<PlayerGoal>> comparisons(std::span<const GameResult> results);
// Every two players who were compared, by their goals.
[[nodiscard]] std::vector<PairScore> pair_scores(std::span<const GameResult> results);

struct EloTable {
  std::vector<Estimate> players;  // mean 0
  // Somebody won everything, or two groups never met: no finite strengths are most likely (Ford 1957), and one drawn game between
  // every two players was assumed.
  bool assumed_draws = false;
};
[[nodiscard]] EloTable elo_table(std::size_t players, std::span<const PairScore> pairs);

[[nodiscard]] double expected_score(double elo);  // of the one who is so much stronger
[[nodiscard]] double elo_of_score(double score);  // 0 < score < 1; infinite at the ends

}  // namespace agon::lab
