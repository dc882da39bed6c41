#include "knowledge/symmetry/hidden_symmetries.h"

#include <gtest/gtest.h>

#include "knowledge/symmetry/commutation_checker.h"
#include "knowledge/symmetry/test_games.h"

namespace agon::knowledge::symmetry {
namespace {

using testing::from_both;
using testing::library_sheet_text;
using testing::make_game;

std::string hidden_test_hex(int side) {
  const std::string text = library_sheet_text("hex");
  std::string size;
  for (int i = 1; i <= side; ++i) size += "(index " + std::to_string(i) + ")\n";
  for (int i = 1; i < side; ++i) size += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  return text.substr(0, text.find(";;; size")) + size + "(last " + std::to_string(side) + ")\n";
}

// Chains of stones are followed from one side alone, so that the rules do not look the same upside down; the game does.
TEST(HiddenSymmetries, HexTurnedUpsideDown) {
  const auto game = make_game(hidden_test_hex(3));
  EXPECT_EQ(find_symmetries(game.rules, game.program, from_both()).states.value.order, 1);
  SymmetryOptions options = from_both();
  options.hidden = true;
  options.groups = (*circuit::build(game.program))->groups;
  const Symmetries found = find_symmetries(game.rules, game.program, options);
  ASSERT_EQ(found.states.value.order, 2);
  const game::Symmetry& turn = found.states.value.elements[0];
  EXPECT_EQ(turn.fluents[game.fluent("(cell 1 2 red)")], game.fluent("(cell 3 2 red)"));
  EXPECT_EQ(turn.fluents[game.fluent("(cell 1 1 blue)")], game.fluent("(cell 3 3 blue)"));
  const auto engine = game.engine();
  EXPECT_EQ(CommutationChecker(*engine).run(found.states.value.elements, 2'000, 1).violations, 0U);
}

TEST(HiddenSymmetries, ACornerWrittenInOtherWords) {
  std::string text = library_sheet_text("tictactoe");
  const auto plain = make_game(text);
  EXPECT_EQ(find_symmetries(plain.rules, plain.program, from_both()).states.value.order, 8);
  // The same game: a board with an empty corner is never full.
  text += "(<= terminal (true (cell 1 1 blank)) (not open))\n";
  const auto odd = make_game(text);
  EXPECT_LT(find_symmetries(odd.rules, odd.program, from_both()).states.value.order, 8);
  SymmetryOptions options = from_both();
  options.hidden = true;
  EXPECT_EQ(find_symmetries(odd.rules, odd.program, options).states.value.order, 8);
}

TEST(HiddenSymmetries, BudgetsEndWithoutAnAnswerAndSaySo) {
  const auto game = make_game(hidden_test_hex(3));
  EXPECT_FALSE(find_hidden_symmetries(game.program, {}, {}, {.most_literals = 1}).complete);
  EXPECT_FALSE(find_hidden_symmetries(game.program, {}, {}, {.most_candidates = 1}).complete);
  EXPECT_TRUE(
      find_hidden_symmetries(game.program, {}, {}, {.deadline = std::chrono::steady_clock::time_point::min()}).found.empty());
}

}  // namespace
}  // namespace agon::knowledge::symmetry
