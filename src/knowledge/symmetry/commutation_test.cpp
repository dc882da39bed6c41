#include "knowledge/symmetry/commutation.h"

#include <gtest/gtest.h>

#include "game/symmetry_group.h"
#include "knowledge/symmetry/test_games.h"

namespace agon::knowledge::symmetry {
namespace {

using testing::from_both;
using testing::library_sheet_text;
using testing::make_game;

TEST(Commutation, SimulationAndSatAgreeWithTheGraphs) {
  for (const char* name : {"tictactoe", "connectfour-7x6", "breakthrough-5x5", "lights-out", "peg-solitaire-triangle"}) {
    const auto game = make_game(library_sheet_text(name));
    const auto commutation = Commutation::create(game.program);
    ASSERT_TRUE(commutation) << name;
    for (const game::Symmetry& symmetry : find_symmetries(game.rules, game.program, from_both()).all.value.generators) {
      EXPECT_TRUE(commutation->survives(symmetry, 16, 1)) << name;
      EXPECT_EQ(commutation->prove(symmetry), true) << name;
    }
  }
}

TEST(Commutation, RefutesWhatIsNoSymmetry) {
  const auto game = make_game(library_sheet_text("tictactoe"));
  const auto commutation = Commutation::create(game.program);
  const game::Symmetry same = game::identity_symmetry(game.program->fluents.size(), game.program->moves.size(), 2);
  EXPECT_EQ(commutation->prove(same), true);
  for (std::uint32_t f = 0; f + 1 < game.program->fluents.size(); f += 3) {
    game::Symmetry wrong = same;
    std::swap(wrong.fluents[f], wrong.fluents[f + 1]);
    EXPECT_FALSE(commutation->survives(wrong, 16, 1)) << f;
    EXPECT_EQ(commutation->prove(wrong), false) << f;
  }
  game::Symmetry roles = same;
  std::swap(roles.roles[0], roles.roles[1]);
  EXPECT_FALSE(commutation->survives(roles, 1, 1));
  EXPECT_EQ(commutation->prove(roles), false);
}

TEST(Commutation, ItsBudgetIsSmallOrLarge) {
  const auto game = make_game(library_sheet_text("connectfour"));
  EXPECT_FALSE(Commutation::create(game.program, {.gates = 10}));
}

}  // namespace
}  // namespace agon::knowledge::symmetry
