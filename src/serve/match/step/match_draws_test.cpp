#include "serve/match/step/match_draws.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace agon::serve {
namespace {

using Purpose = MatchDraws::Purpose;

std::vector<std::size_t> rolls(std::uint64_t seed, std::size_t count, std::uint64_t flipped = 0) {
  const MatchDraws draws(seed);
  std::vector<std::size_t> found;
  for (std::size_t step = 0; step < count; ++step) found.push_back(draws.below(6, Purpose::Chance, step ^ flipped, 0));
  return found;
}

std::size_t agreements(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i] ? 1 : 0;
  return equal;
}

TEST(MatchDraws, TheSeedIsFromTheSystemAndFitsIntoADouble) {
  std::set<std::uint64_t> seen;
  std::uint64_t all = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t seed = random_seed();
    EXPECT_GT(seed, 0U);
    EXPECT_EQ(static_cast<std::uint64_t>(static_cast<double>(seed)), seed);
    seen.insert(seed);
    all |= seed;
  }
  EXPECT_EQ(seen.size(), 1000U);
  EXPECT_EQ(all, kLargestSeed) << "every bit is drawn";
}

// A linear mix of seed and step gives rolls(seed, step) == rolls(seed ^ d, step ^ d): the same rolls in another order.
TEST(MatchDraws, NeighbouringSeedsShareNothing) {
  constexpr std::size_t kRolls = 128;
  const std::uint64_t seed = 1'700'000'000'000;
  const std::vector<std::size_t> own = rolls(seed, kRolls);
  for (std::uint64_t d = 1; d < 16; ++d) {
    EXPECT_LT(agreements(own, rolls(seed ^ d, kRolls, d)), kRolls / 2) << d;
    EXPECT_LT(agreements(own, rolls(seed + d, kRolls)), kRolls / 2) << d;
  }
}

TEST(MatchDraws, PurposesStepsAndRolesAreIndependent) {
  const MatchDraws draws(7);
  std::set<std::uint64_t> words;
  for (const Purpose purpose : {Purpose::Chance, Purpose::Substitute, Purpose::Scramble})
    for (std::uint64_t step = 0; step < 10; ++step)
      for (std::uint64_t role = 0; role < 10; ++role) words.insert(draws.word(purpose, step, role));
  EXPECT_EQ(words.size(), 300U);
}

// Records of finished matches are repeated by their seeds, so these numbers may never change.
TEST(MatchDraws, AreTheSameOnEveryMachineAndInEveryVersion) {
  EXPECT_EQ(rolls(7, 12), (std::vector<std::size_t>{3, 2, 2, 3, 2, 2, 3, 3, 4, 3, 4, 4}));
  EXPECT_EQ(MatchDraws(7).word(Purpose::Scramble), 12681594439194224591U);
}

TEST(MatchDraws, EveryFaceComesUpAboutEquallyOften) {
  std::array<int, 6> counts{};
  for (const std::size_t face : rolls(42, 6000)) ++counts.at(face);
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
  for (std::uint64_t step = 0; step < 4; ++step) EXPECT_EQ(MatchDraws(1).below(1, Purpose::Chance, step, 0), 0U);
}

}  // namespace
}  // namespace agon::serve
