// Who is better, and by how much, from pairwise scores. A draw is half a win for each side.
//
// Strengths are those of Bradley and Terry (1952) by maximum likelihood, on the scale of Elo (400 points are ten to one); the
// intervals are those of the Fisher information, which takes every game for a win or a loss and is therefore on the safe side where
// there are draws.
//
// k players at one table are compared k(k-1)/2 times, and these comparisons hang together: who is first beats everybody. Each of
// them therefore counts as 1/(k-1) of a game. So a table says about a player what one game against one opponent says, and not k-1
// times as much; counted in full, eight at a table had intervals of 95 % that were right three times out of four.
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
  double full_games = 0;                          // how many games these count as: the sum of 1/(k-1) over the tables

  [[nodiscard]] std::uint64_t games() const { return wins + draws + losses; }
  [[nodiscard]] double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
  // What one of its games counts. Precondition: games() > 0.
  [[nodiscard]] double weight() const { return full_games / static_cast<double>(games()); }
  // Share of the points with Wilson's interval, and the same as a difference of Elo: infinite where a won or lost everything. Two
  // players meet once at a table, so that here every game counts in full. Precondition: games() > 0.
  [[nodiscard]] Estimate score() const { return reproduce::proportion_of(points(), games()); }
  [[nodiscard]] Estimate elo() const;
};

// What each player of a game got: the mean goal of its seats, in order of the players. Precondition: the game counts.
struct PlayerGoal {
  std::uint32_t player = 0;
  double goal = 0;
};
[[nodiscard]] std::vector<PlayerGoal> goals_of(const GameResult& result);
[[nodiscard]] double points(double mine, double theirs);  // of a comparison: 1, 0.5 or 0

// The comparisons in a list of games: who was at one table, and in games of one player who played in the same round. Games that do
// not count are left out.
[[nodiscard]] std::vector<std::vector<PlayerGoal>> comparisons(std::span<const GameResult> results);
// Every two players who were compared, by their goals.
[[nodiscard]] std::vector<PairScore> pair_scores(std::span<const GameResult> results);

struct EloTable {
  std::vector<Estimate> players;  // mean 0
  // Somebody won everything, or two groups never met: no finite strengths are most likely (Ford 1957), and one draw between every
  // two players was assumed, which counts what a draw at the largest table counts.
  bool assumed_draws = false;
};
// Precondition: every pair has a game.
[[nodiscard]] EloTable elo_table(std::size_t players, std::span<const PairScore> pairs);

[[nodiscard]] double expected_score(double elo);  // of the one who is so much stronger
[[nodiscard]] double elo_of_score(double score);  // 0 < score < 1; infinite at the ends

}  // namespace agon::lab
