#include "lab/ratings/ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "lab/tournament/test_results.h"

namespace agon::lab {
namespace {

TEST(Ratings, EloAndScoreAreInverse) {
  EXPECT_NEAR(expected_score(0), 0.5, 1e-12);
  EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(elo_of_score(0.75), 190.85, 0.01);
  for (const double elo : {-350.0, -10.0, 3.0, 700.0}) EXPECT_NEAR(elo_of_score(expected_score(elo)), elo, 1e-9);
}

// 6 wins, 2 draws, 2 losses are 7 points of 10; Wilson by hand: centre (0.7 + 0.19207) / 1.38415, half 0.24772.
TEST(Ratings, ScoreOfAPairByHand) {
  const PairScore pair{.a = 0, .b = 1, .wins = 6, .draws = 2, .losses = 2};
  EXPECT_NEAR(pair.score().value, 0.7, 1e-12);
  EXPECT_NEAR(pair.score().low, 0.3968, 0.0001);
  EXPECT_NEAR(pair.score().high, 0.8922, 0.0001);
  EXPECT_NEAR(pair.elo().value, 147.2, 0.1);
  EXPECT_LT(pair.elo().low, 0);
  EXPECT_TRUE(std::isinf(PairScore{.a = 0, .b = 1, .wins = 3}.elo().value));
  EXPECT_TRUE(std::isinf(PairScore{.a = 0, .b = 1, .wins = 3}.elo().high));
  EXPECT_TRUE(std::isfinite(PairScore{.a = 0, .b = 1, .wins = 3}.elo().low));
}

TEST(Ratings, GamesAreComparedByMeanGoals) {
  std::vector<GameResult> results{finished_game(0, {0, 1}, {100, 0}), finished_game(1, {1, 0}, {50, 50}),
                                  finished_game(2, {0, 1, 1}, {40, 100, 0}),  // 40 against a mean of 50
                                  finished_game(3, {0, 1}, {-1, 0})};         // no goal counts 0
  results.push_back(finished_game(4, {0, 1}, {100, 0}));
  results.back().finished = false;  // not counted
  const auto pairs = pair_scores(results);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].wins, 1U);
  EXPECT_EQ(pairs[0].draws, 2U);
  EXPECT_EQ(pairs[0].losses, 1U);
}

TEST(Ratings, ThreeAtATableAreThreePairs) {
  const auto pairs = pair_scores(std::vector<GameResult>{finished_game(0, {0, 1, 2}, {100, 30, 30})});
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].wins, 1U);
  EXPECT_EQ(pairs[1].wins, 1U);
  EXPECT_EQ(pairs[2].draws, 1U);
  for (const PairScore& pair : pairs) EXPECT_EQ(pair.full_games, 0.5);  // everybody has two of them, and one game
}

// A table of three says as much about each as a game: twice the comparisons, half the weight, and less than in full.
TEST(Ratings, ComparisonsAtOneTableShareAGame) {
  std::vector<PairScore> pairs{{.a = 0, .b = 1, .wins = 6, .losses = 4, .full_games = 10},
                               {.a = 0, .b = 2, .wins = 7, .losses = 3, .full_games = 10},
                               {.a = 1, .b = 2, .wins = 5, .losses = 5, .full_games = 10}};
  const EloTable in_full = elo_table(3, pairs);
  for (PairScore& pair : pairs) pair.full_games = 5;
  const EloTable shared = elo_table(3, pairs);
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_NEAR(shared.players[p].value, in_full.players[p].value, 1e-6);
    EXPECT_NEAR(shared.players[p].high - shared.players[p].low, std::sqrt(2.0) * (in_full.players[p].high - in_full.players[p].low),
                1e-6);
  }
}

// An assumed draw counts what the comparisons count, so that it says no more against ten tables than against ten games.
TEST(Ratings, AssumedDrawsAreComparisonsToo) {
  const auto perfect = [](double full_games) {
    return elo_table(2, std::vector<PairScore>{{.a = 0, .b = 1, .wins = 10, .full_games = full_games}});
  };
  EXPECT_TRUE(perfect(2).assumed_draws);
  EXPECT_NEAR(perfect(2).players[0].value, perfect(10).players[0].value, 1e-6);
}

TEST(Ratings, AloneOnlyTheSameRoundIsCompared) {
  const auto pairs = pair_scores(std::vector<GameResult>{finished_game(0, {0}, {90}, 0), finished_game(1, {1}, {80}, 0),
                                                         finished_game(3, {1}, {70}, 1), finished_game(2, {0}, {60}, 1)});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].wins, 1U);
  EXPECT_EQ(pairs[0].losses, 1U);
  EXPECT_EQ(pairs[0].full_games, 2);
}

// Two players: the difference is that of the score, and its standard error 400 / ln 10 / sqrt(n p q).
TEST(Ratings, EloOfTwoByHand) {
  const std::vector<PairScore> pairs{{.a = 0, .b = 1, .wins = 75, .draws = 0, .losses = 25, .full_games = 100}};
  const EloTable table = elo_table(2, pairs);
  EXPECT_FALSE(table.assumed_draws);
  EXPECT_NEAR(table.players[0].value - table.players[1].value, 190.85, 0.01);
  const double error = 173.7178 / std::sqrt(100 * 0.75 * 0.25);
  EXPECT_NEAR(table.players[0].high - table.players[0].value, 1.95996 * error / 2, 0.01);  // each carries half of it
}

TEST(Ratings, EloRecoversKnownStrengths) {
  const std::vector<double> truth{150, 60, 0, -40, -170};
  Rng rng(5);
  std::vector<PairScore> pairs;
  for (std::uint32_t a = 0; a < truth.size(); ++a) {
    for (std::uint32_t b = a + 1; b < truth.size(); ++b) {
      PairScore pair{.a = a, .b = b, .full_games = 2000};
      for (int i = 0; i < 2000; ++i) {
        const bool win = static_cast<double>(rng.next() >> 11U) * 0x1p-53 < expected_score(truth[a] - truth[b]);
        ++(win ? pair.wins : pair.losses);
      }
      pairs.push_back(pair);
    }
  }
  const EloTable table = elo_table(truth.size(), pairs);
  for (std::size_t p = 0; p < truth.size(); ++p) {
    EXPECT_NEAR(table.players[p].value, truth[p], 15);
    EXPECT_GT(table.players[p].high - table.players[p].low, 5);
    EXPECT_LT(table.players[p].high - table.players[p].low, 30);
  }
}

// Expected scores as results: the strengths must come back to the last digit.
TEST(Ratings, EloIsTheMaximumOfTheLikelihood) {
  const std::vector<PairScore> pairs{{.a = 0, .b = 1, .wins = 10, .losses = 1, .full_games = 11},
                                     {.a = 1, .b = 2, .wins = 10, .losses = 1, .full_games = 11}};
  const EloTable table = elo_table(3, pairs);
  EXPECT_NEAR(table.players[0].value, 400, 1e-6);
  EXPECT_NEAR(table.players[1].value, 0, 1e-6);
  EXPECT_NEAR(table.players[2].value, -400, 1e-6);
}

TEST(Ratings, PerfectScoresAndStrangersStayFinite) {
  const EloTable perfect = elo_table(2, std::vector<PairScore>{{.a = 0, .b = 1, .wins = 20, .full_games = 20}});
  EXPECT_TRUE(perfect.assumed_draws);
  EXPECT_GT(perfect.players[0].value, 200);
  EXPECT_LT(perfect.players[0].value, 1000);
  const EloTable strangers = elo_table(4, std::vector<PairScore>{{.a = 0, .b = 1, .wins = 3, .losses = 3, .full_games = 6}});
  EXPECT_TRUE(strangers.assumed_draws);
  for (const Estimate& e : strangers.players) EXPECT_TRUE(std::isfinite(e.value) && std::isfinite(e.low) && std::isfinite(e.high));
  EXPECT_EQ(elo_table(1, {}).players.size(), 1U);
}

}  // namespace
}  // namespace agon::lab
