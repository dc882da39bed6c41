// Goal values outside 0..100: all engines report the same ones, and count a value below 0 as none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "engines/workshop.h"
#include "gdl/read/reader.h"

namespace agon::engines {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kGoalsOutOfRange = R"(
  (role a) (role b) (role c) (role d) (role e) (role f)
  (init (step 1)) (<= (next (step 2)) (true (step 1)))
  (<= (legal ?r wait) (role ?r))
  (<= terminal (true (step 2)))
  (<= (goal a -10) (true (step 2)))
  (<= (goal b 150) (true (step 2)))
  (<= (goal c -5) (true (step 2)))
  (<= (goal c 70) (true (step 2)))
  (<= (goal d -1) (true (step 2)))
  (<= (goal e won) (true (step 2)))
  (goal f -7))";

TEST(GoalValues, OutOfRangeAreTheSameOnEveryEngine) {
  auto rules = gdl::read_text(kGoalsOutOfRange, "range.kif");
  ASSERT_TRUE(rules);
  Workshop workshop(std::move(*rules));
  for (const EngineKind& kind : workshop.table().kinds()) {
    if (!kind.steps()) continue;
    const auto engine = workshop.engine(kind.name);
    ASSERT_TRUE(engine) << kind.name;
    auto scratch = engine->make_scratch();
    game::AnyState state = engine->initial_state(scratch);
    game::MoveBuffer legal;
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < 6; ++r) {
      engine->legal_moves(scratch, state, RoleId{r}, legal);
      joint.push_back(legal.at(0));
    }
    engine->apply(scratch, state, joint);
    ASSERT_TRUE(engine->is_terminal(scratch, state)) << kind.name;
    std::vector<std::vector<int>> values(6);
    std::vector<int> goals;
    for (std::uint32_t r = 0; r < 6; ++r) {
      engine->goal_values(scratch, state, RoleId{r}, values[r]);
      goals.push_back(engine->goal(scratch, state, RoleId{r}));
    }
    EXPECT_THAT(values,
                ElementsAre(ElementsAre(-10), ElementsAre(150), ElementsAre(-5, 70), ElementsAre(-1), IsEmpty(), ElementsAre(-7)))
        << kind.name;
    constexpr int kNone = game::kNoGoal;
    EXPECT_THAT(goals, ElementsAre(kNone, 150, kNone, kNone, kNone, kNone)) << kind.name;
  }
}

TEST(GoalValues, BelowZeroCountZeroInLanes) {
  auto rules = gdl::read_text(kGoalsOutOfRange, "range.kif");
  ASSERT_TRUE(rules);
  Workshop workshop(std::move(*rules));
  const auto lanes = workshop.lanes();
  ASSERT_TRUE(lanes);
  const PlayoutTotals totals = (*lanes)->playouts(1, 1, 7);
  const auto sum = [&](std::uint32_t role) {
    std::uint64_t result = 0;
    for (std::size_t v = 0; v < totals.goals[role].size(); ++v)
      result += totals.goals[role][v] * static_cast<std::uint64_t>((*lanes)->goal_values(RoleId{role})[v]);
    return result;
  };
  EXPECT_EQ(sum(0), 0U);
  EXPECT_EQ(sum(1), 64U * 150U);
  EXPECT_EQ(sum(2), 0U) << "two values are none";
  EXPECT_EQ(sum(3), 0U);
}

}  // namespace
}  // namespace agon::engines
