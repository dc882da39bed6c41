// What is made of a list of results.
#include "lab/ratings/summary.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "lab/tournament/test_results.h"

namespace agon::lab {
namespace {

// The games themselves are of no interest here.
Summary summary_of(std::size_t players, const std::vector<GameResult>& results) {
  TournamentConfig config;
  config.strategies.resize(players);
  return summarise(config, results);
}

// First of three with 100 against 30 and 30, then last with 0 against 50 and 0: points 1 and 0.25, in two trials.
TEST(Summary, PointsAreMeansOverTables) {
  const Summary summary = summary_of(3, {finished_game(0, {0, 1, 2}, {100, 30, 30}), finished_game(1, {1, 2, 0}, {50, 0, 0})});
  const Estimate expected = reproduce::proportion_of(1.25, 2);
  ASSERT_TRUE(summary.players[0].score);
  EXPECT_NEAR(summary.players[0].score->value, expected.value, 1e-12);
  EXPECT_NEAR(summary.players[0].score->low, expected.low, 1e-12);
  EXPECT_NEAR(summary.players[0].score->high, expected.high, 1e-12);
}

TEST(Summary, TwoAtATableHaveTheirPairsPoints) {
  const Summary summary =
      summary_of(2, {finished_game(0, {0, 1}, {100, 0}), finished_game(1, {1, 0}, {50, 50}), finished_game(2, {0, 1}, {100, 0})});
  ASSERT_EQ(summary.pairs.size(), 1U);
  EXPECT_EQ(summary.players[0].score->value, summary.pairs[0].score().value);
  EXPECT_EQ(summary.players[0].score->low, summary.pairs[0].score().low);
  EXPECT_EQ(summary.pairs[0].full_games, 3);
}

// Eight equals at one table: the intervals hold what they promise, although 28 comparisons hang together. They held in 76 of 100
// cases when each comparison counted as a game.
TEST(Summary, IntervalsCoverTheTruthAtFullTables) {
  constexpr int kRepetitions = 300, kTables = 16;
  constexpr std::uint32_t kPlayers = 8;
  Rng rng(11);
  int points = 0, elo = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<GameResult> results;
    for (std::uint64_t id = 0; id < kTables; ++id) {
      std::vector<std::uint32_t> seats;
      std::vector<int> goals;
      for (std::uint32_t p = 0; p < kPlayers; ++p) {
        seats.push_back(p);
        goals.push_back(static_cast<int>(rng.below(101)));
      }
      results.push_back(finished_game(id, std::move(seats), goals));
    }
    for (const PlayerSummary& player : summary_of(kPlayers, results).players) {
      points += player.score->low <= 0.5 && 0.5 <= player.score->high ? 1 : 0;
      elo += player.elo.low <= 0 && 0 <= player.elo.high ? 1 : 0;
    }
  }
  constexpr int kCases = kRepetitions * static_cast<int>(kPlayers);
  EXPECT_GE(points, kCases * 0.93);
  EXPECT_GE(elo, kCases * 0.93);
}

// In the first round only one of two comes to a result: it counts, and says nothing about who is better.
TEST(Summary, ARoundWithoutOthersIsNoWin) {
  GameResult lost = finished_game(1, {1}, {0}, 0);
  lost.finished = false;
  const Summary summary =
      summary_of(2, {finished_game(0, {0}, {100}, 0), lost, finished_game(2, {0}, {40}, 1), finished_game(3, {1}, {60}, 1)});
  const PlayerSummary& player = summary.players[0];
  EXPECT_EQ(player.games, 2U);
  EXPECT_EQ(player.goal->value, 70);
  EXPECT_EQ(player.wins + player.draws, 0U);
  EXPECT_EQ(player.losses, 1U);
}

TEST(Summary, AloneInTheWorldAHundredIsAWin) {
  const Summary summary = summary_of(1, {finished_game(0, {0}, {100}, 0), finished_game(1, {0}, {99}, 1)});
  EXPECT_EQ(summary.players[0].wins, 1U);
  EXPECT_EQ(summary.players[0].losses, 1U);
}

// Two seats of one player in one game are one game.
TEST(Summary, CrashesAreGames) {
  GameResult result = finished_game(0, {0, 0, 1}, {});
  forfeit(result, 0, "gone");
  forfeit(result, 1, "gone");
  EXPECT_EQ(summary_of(2, {result}).players[0].crashes, 1U);
}

TEST(Summary, SeatsAreBalancedWhenEverybodyHadThemEquallyOften) {
  const std::vector<GameResult> pair{finished_game(0, {0, 1}, {}), finished_game(1, {1, 0}, {})};
  EXPECT_TRUE(seats_balanced(2, pair));
  EXPECT_FALSE(seats_balanced(2, std::span(pair).first(1)));
  const std::vector<GameResult> rotation{finished_game(0, {0, 1, 2}, {}), finished_game(1, {1, 2, 0}, {}),
                                         finished_game(2, {2, 0, 1}, {})};
  EXPECT_TRUE(seats_balanced(3, rotation));
  EXPECT_FALSE(seats_balanced(3, std::span(rotation).first(2)));
}

}  // namespace
}  // namespace agon::lab
