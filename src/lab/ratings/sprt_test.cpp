#include "lab/ratings/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace agon::lab {
namespace {

Sample scores(std::uint64_t wins, std::uint64_t losses) {
  Sample result;
  if (wins > 0) result.add(1, wins);
  if (losses > 0) result.add(0, losses);
  return result;
}

TEST(Sprt, BoundsAreWalds) {
  const Sprt none = sprt({}, {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.1});
  EXPECT_NEAR(none.lower, std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(none.upper, std::log(0.9 / 0.05), 1e-12);
  EXPECT_EQ(none.verdict, Sprt::Verdict::Undecided);
  EXPECT_EQ(none.options.elo1, 5);
  EXPECT_EQ(none.options.beta, 0.1);
}

// 60 wins and 40 losses: mean 60.5 / 101, variance 0.240197; s0 = 1/2, s1 = 1 / (1 + 10^(-1/10)) = 0.557312.
TEST(Sprt, RatioByHand) {
  const Sprt state = sprt(scores(60, 40), {.elo0 = 0, .elo1 = 40});
  EXPECT_NEAR(state.ratio, 100 * 0.057312 * (2 * 60.5 / 101 - 1.057312) / (2 * 0.240197), 0.001);
  EXPECT_EQ(state.verdict, Sprt::Verdict::Undecided);
}

TEST(Sprt, AFewWinsDecideNothing) {
  for (std::size_t wins = 1; wins < 8; ++wins)
    EXPECT_EQ(sprt(scores(wins, 0), {.elo0 = 0, .elo1 = 10}).verdict, Sprt::Verdict::Undecided) << wins;
  EXPECT_EQ(sprt(scores(40, 0), {.elo0 = 0, .elo1 = 10}).verdict, Sprt::Verdict::AcceptElo1);
  EXPECT_EQ(sprt(scores(0, 40), {.elo0 = 0, .elo1 = 10}).verdict, Sprt::Verdict::AcceptElo0);
}

// How often the test is wrong when it looks after every game, with a fifth of the games drawn: about as often as it promises.
TEST(Sprt, KeepsItsPromises) {
  const SprtOptions options{.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05};
  Rng rng(3);
  for (const double elo : {options.elo0, options.elo1}) {
    int wrong = 0;
    constexpr int kTests = 400;
    for (int test = 0; test < kTests; ++test) {
      Sample samples;
      Sprt state;
      while (state.verdict == Sprt::Verdict::Undecided && samples.count < 3000) {
        const double u = static_cast<double>(rng.next() >> 11U) * 0x1p-53;
        const double win = expected_score(elo) - 0.1;
        samples.add(u < win ? 1 : (u < win + 0.2 ? 0.5 : 0));
        state = sprt(samples, options);
      }
      wrong += state.verdict != (elo == options.elo0 ? Sprt::Verdict::AcceptElo0 : Sprt::Verdict::AcceptElo1) ? 1 : 0;
    }
    EXPECT_LT(wrong, kTests * 0.08) << elo;
  }
}

GameResult game(std::uint64_t id, std::vector<std::uint32_t> seats, const std::vector<int>& goals) {
  GameResult result = blank_result({.id = id, .round = id / 2, .game = 0, .seats = std::move(seats), .seed = 1}, "g");
  for (std::size_t s = 0; s < goals.size(); ++s) result.seats[s].goal = goals[s];
  result.finished = true;
  return result;
}

TEST(Sprt, PairsSwapSeats) {
  PairedScores pairs;
  for (const GameResult& result : {game(0, {0, 1}, {100, 0}), game(3, {1, 0}, {50, 50}), game(1, {1, 0}, {100, 0}),
                                   game(2, {0, 1}, {100, 0}), game(4, {0, 1}, {100, 0})})
    pairs.add(result);
  EXPECT_EQ(pairs.scores().count, 2U);
  EXPECT_NEAR(pairs.scores().sum, 0.5 + 0.75, 1e-12);
  GameResult unfinished = game(5, {1, 0}, {0, 100});
  unfinished.finished = false;
  pairs.add(unfinished);
  EXPECT_EQ(pairs.scores().count, 2U);
}

TEST(Sprt, AloneRoundsAreSamples) {
  PairedScores pairs;
  for (const GameResult& result : {game(0, {0}, {70}), game(1, {1}, {60}), game(3, {1}, {50}), game(2, {0}, {40})})
    pairs.add(result);
  EXPECT_EQ(pairs.scores().count, 2U);
  EXPECT_EQ(pairs.scores().sum, 1);
}

}  // namespace
}  // namespace agon::lab
