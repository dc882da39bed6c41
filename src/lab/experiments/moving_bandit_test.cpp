// The bandit with moving means and the rules on it, against figures worked out by hand.
#include "lab/experiments/moving_bandit.h"

#include <gtest/gtest.h>

namespace agon::lab::experiments {
namespace {

TEST(MovingBandit, WalksStartInTheMiddleAndEndWhereTheyShould) {
  Rng rng(7);
  for (int model = 0; model < 20; ++model) {
    const MovingBandit bandit({.arms = 50, .winners = 5}, rng);
    std::size_t winners = 0;
    for (std::size_t arm = 0; arm < bandit.arms(); ++arm) {
      winners += bandit.wins(arm) ? 1 : 0;
      EXPECT_EQ(bandit.mean(arm, 0), 0.5);
      EXPECT_GE(bandit.steps(arm), 25U);
      EXPECT_LT(bandit.steps(arm), 500U);
      for (std::uint32_t k = 1; k <= bandit.steps(arm); ++k) {
        EXPECT_NEAR(std::abs(bandit.mean(arm, k) - bandit.mean(arm, k - 1)), 0.02, 1e-12);
      }
      EXPECT_EQ(bandit.mean(arm, 3000), bandit.wins(arm) ? 1 : 0);
    }
    EXPECT_EQ(winners, 5U);
  }
}

// Upper bounds with C = 0.4: 1.296, 0.925, 1.298.
BanditMemory hand_made() {
  BanditMemory memory(3);
  memory.set(0, 0.85, 5);
  memory.set(1, 0.88, 500);
  memory.set(2, 0.30, 1);
  return memory;
}

TEST(MovingBandit, SufficiencyTakesTheBestArmAndUctTheOneWithTheHighestBound) {
  Rng rng(1);
  const BanditMemory memory = hand_made();
  EXPECT_EQ(memory.choose({.exploration = 0.4, .threshold = {}}, rng), 2U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(memory.choose({.exploration = 0.4, .threshold = 0.6}, rng), 1U);
  EXPECT_EQ(memory.choose({.exploration = 0.4, .threshold = 0.9}, rng), 2U);
}

TEST(MovingBandit, AThresholdOutOfReachIsUct) {
  Rng models(3);
  const MovingBandit bandit({.arms = 20, .winners = 2}, models);
  std::vector<std::uint32_t> plain(1000, 0), unreachable(1000, 0);
  Rng one(5), other(5);
  play_bandit(bandit, {.exploration = 0.4, .threshold = {}}, one, plain);
  play_bandit(bandit, {.exploration = 0.4, .threshold = 1.0}, other, unreachable);
  EXPECT_EQ(plain, unreachable);
  EXPECT_EQ(one.next(), other.next());
}

TEST(MovingBandit, ArmsThatWereNeverPulledComeFirst) {
  Rng rng(9);
  BanditMemory memory(3);
  memory.add(1, 1);
  memory.add(1, 1);
  memory.add(1, 1);
  for (int i = 0; i < 20; ++i) EXPECT_NE(memory.choose({.exploration = 0.4, .threshold = 0.6}, rng), 1U);
  EXPECT_EQ(memory.best(rng), 1U);
}

TEST(MovingBandit, ManyPullsFindAWinner) {
  Rng rng(11);
  const MovingBandit bandit({.arms = 10, .winners = 3}, rng);
  std::vector<std::uint32_t> right(3000, 0);
  for (int task = 0; task < 20; ++task) play_bandit(bandit, {}, rng, right);
  EXPECT_EQ(right.back(), 20U);
}

}  // namespace
}  // namespace agon::lab::experiments
