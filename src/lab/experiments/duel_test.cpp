// Duels: seats are switched, shares add up, threads change nothing.
#include "lab/experiments/duel.h"

#include <gtest/gtest.h>

#include "library/library.h"

namespace agon::lab::experiments {
namespace {

std::shared_ptr<play::GameKit> kit(const std::string& game) {
  auto rules = library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(game);
  AGON_ASSERT(rules.ok());
  return std::make_shared<play::GameKit>(std::move(*rules));
}

TEST(Duel, ThreadsDoNotChangeTheGames) {
  const auto game = kit("tictactoe");
  const auto alone = duel(game, "mcts(iterations=20)", "random", 20, 7, 1);
  const auto together = duel(game, "mcts(iterations=20)", "random", 20, 7, 3);
  ASSERT_TRUE(alone.ok() && together.ok());
  EXPECT_EQ(alone->scores, together->scores);
  EXPECT_EQ(alone->mean_length, together->mean_length);
}

TEST(Duel, TheStrongerStrategyHasMorePoints) {
  const auto game = kit("tictactoe");
  const auto result = duel(game, "mcts(iterations=200)", "random", 20, 1, 1);
  const auto turned = duel(game, "random", "mcts(iterations=200)", 20, 1, 1);
  ASSERT_TRUE(result.ok() && turned.ok());
  EXPECT_GT(result->share(), 0.8);
  EXPECT_LT(turned->share(), 0.2);
  EXPECT_EQ(result->unfinished + result->illegal + result->late, 0U);
}

// The first legal move of tic-tac-toe wins for whoever begins: with both seats taken in turn everybody wins half of the games.
TEST(Duel, SeatsAreSwitched) {
  const auto result = duel(kit("tictactoe"), "first-legal", "first-legal", 6, 1, 1);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->share(), 0.5);
  EXPECT_EQ(result->draws(), 0U);
}

// Three seats: whoever sits on two of them expects two thirds of the points; over the six seatings that is a half.
TEST(Duel, ThreeSeatsShareWhatThereIs) {
  const auto result = duel(kit("three-player-nim"), "random", "random", 600, 1, 1);
  ASSERT_TRUE(result.ok());
  EXPECT_NEAR(result->share(), 0.5, 0.1);
}

TEST(Duel, AStrategyThatDoesNotExistIsAnError) { EXPECT_FALSE(duel(kit("tictactoe"), "no-such", "random", 2, 1, 2).ok()); }

TEST(DuelPool, AddsPoints) {
  DuelPool pool;
  EXPECT_EQ(pool.text(), "not played");
  pool.add({.scores = {1, 0, 0.5, 0.5}});
  pool.add({.scores = {1, 1}});
  EXPECT_EQ(pool.games, 6U);
  EXPECT_EQ(pool.shared, 2U);
  EXPECT_DOUBLE_EQ(pool.percent().value, 400.0 / 6);
  DuelPool twice;
  twice.add(pool);
  twice.add(pool);
  EXPECT_EQ(twice.games, 12U);
  EXPECT_EQ(twice.text(), "66.7 % (39.1 .. 86.2) in 12 games, 4 shared");
}

}  // namespace
}  // namespace agon::lab::experiments
