// Distance atoms in the fuzzy evaluation, from the rules to the value: the figures of tic-tac-toe, and pawns in the centre.
#include "knowledge/distance/graph_distance.h"

#include <gtest/gtest.h>

#include "knowledge/distance/test_games.h"
#include "knowledge/evaluation/test_sheets.h"

namespace agon::knowledge {
namespace {

using evaluation::GoalEvaluation;
using evaluation::Mode;
using evaluation::testing::board_of;
using evaluation::testing::value_of;

std::shared_ptr<const GoalEvaluation> with_distances(const testing::Sheet& sheet) {
  return std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Distance,
                                                graph_distance(testing::distances_of(sheet).distances));
}

TEST(GraphDistance, TicTacToeHasTheFiguresOfTheFormulas) {
  const testing::Sheet sheet = testing::text_sheet(evaluation::testing::kTicTacToe);
  const auto h = with_distances(sheet);
  const auto value = [&](const char* rows) { return value_of(h, 0, board_of(*sheet.program, rows)); };
  EXPECT_NEAR(value("_________"), 39.392798, 1e-6);
  EXPECT_NEAR(value("____x____"), 40.227040, 1e-6);
  EXPECT_NEAR(value("x________"), 40.106404, 1e-6);
  EXPECT_NEAR(value("_x_______"), 39.951623, 1e-6);
  EXPECT_NEAR(value("xx____oo_"), 40.520033, 1e-6);
  EXPECT_NEAR(value("xxo___o__"), 38.916077, 1e-6);
}

TEST(GraphDistance, APawnInTheCentreIsWorthMore) {
  const testing::Sheet sheet = testing::text_sheet(testing::kPawns);
  const auto h = with_distances(sheet);
  const auto value = [&](const std::string& pawn) {
    return value_of(h, 1, testing::state_of(*sheet.program, {"(control white)", "(holds 1 2 white)", pawn}));
  };
  EXPECT_GT(value("(holds 4 4 black)"), value("(holds 8 4 black)"));
  EXPECT_GT(value("(holds 4 3 black)"), value("(holds 4 4 black)"));
}

// One evaluator that moves from state to state asks again for what changed.
TEST(GraphDistance, IncrementalValuesAreFreshValues) {
  const testing::Sheet sheet = testing::library_sheet("breakthrough-5x5");
  const auto h = with_distances(sheet);
  evaluation::StateEvaluator moving(h);
  for (const FluentState& state : sample_states(sheet.engine, *sheet.program, {.time = std::chrono::milliseconds(0)})) {
    const StateBits bits = state_bits(state, sheet.program->fluents.size());
    moving.load(bits);
    for (std::uint32_t role = 0; role < 2; ++role) EXPECT_DOUBLE_EQ(moving.value(RoleId{role}), value_of(h, role, bits));
  }
}

}  // namespace
}  // namespace agon::knowledge
