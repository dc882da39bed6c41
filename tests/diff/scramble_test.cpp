// A scrambled sheet is the same game under other names: original and scrambled in lockstep.
#include "protocol/scramble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engines/prover/prover.h"
#include "game/any_engine.h"
#include "gdl/test_helpers.h"

namespace agon::protocol {
namespace {

using gdl::read_good;

TEST(ScrambleProperty, PlaysTheSameGame) {
  const gdl::Rules rules = read_good(R"((role x) (role o) (init (control x)) (init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b))
    (<= (legal ?r (mark ?n)) (true (control ?r)) (true (cell ?n b))) (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (cell ?n ?r)) (does ?r (mark ?n))) (<= (next (cell ?n ?v)) (true (cell ?n ?v)) (not (marked ?n)))
    (<= (marked ?n) (does ?r (mark ?n))) (<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
    (<= open (true (cell ?n b))) (<= terminal (not open)) (<= (goal x 100) (true (cell 2 x))) (<= (goal x 0) (not (true (cell 2 x))))
    (goal o 50))");
  const Scrambler scrambler(rules, 5);
  const auto plain = engines::Prover::create(rules);
  const auto other = engines::Prover::create(read_good(scrambler.rules()));
  ASSERT_TRUE(plain && other);
  const game::AnyEngine a("prover", *plain);
  const game::AnyEngine b("prover", *other);
  ASSERT_EQ(b.info().role_count(), 2U);
  for (std::uint32_t r = 0; r < 2; ++r) EXPECT_EQ(*scrambler.unscramble(b.info().roles[r]), a.info().roles[r]);
  auto scratch_a = a.make_scratch();
  auto scratch_b = b.make_scratch();
  game::AnyState state_a = a.initial_state(scratch_a);
  game::AnyState state_b = b.initial_state(scratch_b);
  Rng rng(1);
  while (!a.is_terminal(scratch_a, state_a)) {
    ASSERT_FALSE(b.is_terminal(scratch_b, state_b));
    std::vector<MoveId> joint_a;
    std::vector<MoveId> joint_b;
    for (std::uint32_t r = 0; r < 2; ++r) {
      game::MoveBuffer legal_a;
      game::MoveBuffer legal_b;
      a.legal_moves(scratch_a, state_a, RoleId{r}, legal_a);
      b.legal_moves(scratch_b, state_b, RoleId{r}, legal_b);
      ASSERT_EQ(legal_a.size(), legal_b.size());
      joint_a.push_back(legal_a[rng.below(static_cast<std::uint32_t>(legal_a.size()))]);
      const std::string wanted = a.terms().text(a.move_term(RoleId{r}, joint_a.back()));
      const auto same = std::ranges::find_if(
          legal_b, [&](MoveId move) { return *scrambler.unscramble(b.terms().text(b.move_term(RoleId{r}, move))) == wanted; });
      ASSERT_NE(same, legal_b.end()) << wanted;
      joint_b.push_back(*same);
    }
    a.apply(scratch_a, state_a, joint_a);
    b.apply(scratch_b, state_b, joint_b);
  }
  EXPECT_TRUE(b.is_terminal(scratch_b, state_b));
  for (std::uint32_t r = 0; r < 2; ++r) EXPECT_EQ(a.goal(scratch_a, state_a, RoleId{r}), b.goal(scratch_b, state_b, RoleId{r}));
}

}  // namespace
}  // namespace agon::protocol
