#include "game/symmetry_group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::game {
namespace {

using ::testing::ElementsAre;

// A square of four fluents and four moves: a turn and a mirror.
const Symmetry kTurn{{1, 2, 3, 0}, {1, 2, 3, 0}, {RoleId{0}}};
const Symmetry kMirror{{1, 0, 3, 2}, {1, 0, 3, 2}, {RoleId{0}}};

TEST(SymmetryGroup, ComposesAndInverts) {
  EXPECT_THAT(compose(kMirror, kTurn).fluents, ElementsAre(0, 3, 2, 1));
  EXPECT_TRUE(is_identity(compose(kTurn, inverse(kTurn))));
  EXPECT_FALSE(is_identity(kTurn));
}

TEST(SymmetryGroup, ClosesGeneratorsWithACap) {
  const std::vector<Symmetry> generators{kTurn, kMirror};
  const Closure all = close_group(generators, 100, 1 << 20);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.elements.size(), 7U);
  const Closure some = close_group(generators, 3, 1 << 20);
  EXPECT_FALSE(some.complete);
  EXPECT_EQ(some.elements.size(), 3U);
  EXPECT_FALSE(close_group(generators, 100, 1).complete);
}

TEST(SymmetryGroup, StabilisersAndOrbits) {
  const std::vector<Symmetry> elements = close_group(std::vector<Symmetry>{kTurn, kMirror}, 100, 1 << 20).elements;
  const std::uint64_t corner = 1;  // fluent 0: one mirror on the diagonal leaves it
  const std::vector<std::size_t> fixing = stabiliser(elements, std::span(&corner, 1));
  ASSERT_EQ(fixing.size(), 1U);
  EXPECT_THAT(move_orbits(elements, fixing), ElementsAre(0, 1, 2, 1));
  const std::uint64_t nothing = 0;
  const std::vector<std::size_t> all = stabiliser(elements, std::span(&nothing, 1));
  EXPECT_EQ(all.size(), 7U);
  EXPECT_THAT(move_orbits(elements, all), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(image_of(kTurn, std::span(&corner, 1)), ElementsAre(2));
}

}  // namespace
}  // namespace agon::game
