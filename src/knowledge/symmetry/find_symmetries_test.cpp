#include "knowledge/symmetry/find_symmetries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game/symmetry_group.h"
#include "knowledge/symmetry/commutation_checker.h"
#include "knowledge/symmetry/rule_graph.h"
#include "knowledge/symmetry/test_games.h"

namespace agon::knowledge::symmetry {
namespace {

using testing::from_both;
using testing::from_ground_program_alone;
using testing::from_rules_alone;
using testing::library_sheet_text;
using testing::make_game;

// Sizes and orders of the sheets in Schiffel's thesis, worked out from its definition 8.4.
TEST(RuleGraph, HasTheSizesOfTheThesis) {
  const RuleGraph tictactoe = make_rule_graph(make_game(testing::thesis_tictactoe()).rules);
  EXPECT_EQ(tictactoe.graph.vertex_count(), 294U);
  EXPECT_EQ(tictactoe.graph.edges.size(), 525U);
  const RuleGraph breakthrough = make_rule_graph(make_game(testing::thesis_breakthrough()).rules);
  EXPECT_EQ(breakthrough.graph.vertex_count(), 515U);
  EXPECT_EQ(breakthrough.graph.edges.size(), 967U);
}

TEST(FindSymmetries, TicTacToeOfTheThesis) {
  const auto game = make_game(testing::thesis_tictactoe());
  const Symmetries rules = find_symmetries(game.rules, game.program, from_rules_alone());
  EXPECT_EQ(rules.states.value.order, 8);
  EXPECT_EQ(rules.states.value.elements.size(), 7U);
  EXPECT_EQ(rules.all.value.order, 16);
  EXPECT_TRUE(rules.complete);
  SymmetryOptions with_start = from_rules_alone();
  with_start.initial_state = true;
  const Symmetries start = find_symmetries(game.rules, game.program, with_start);
  EXPECT_EQ(start.states.value.order, 8);
  EXPECT_EQ(start.all.value.order, 8);
  EXPECT_EQ(find_symmetries(game.rules, game.program, from_both()).states.value.order, 8);
}

TEST(FindSymmetries, BreakthroughOfTheThesisHasOneExchangeOfRoles) {
  const auto game = make_game(testing::thesis_breakthrough());
  const Symmetries rules = find_symmetries(game.rules, game.program, from_rules_alone());
  EXPECT_EQ(rules.states.value.order, 1);
  ASSERT_EQ(rules.all.value.elements.size(), 1U);
  const game::Symmetry& swap = rules.all.value.elements[0];
  EXPECT_THAT(swap.roles, ::testing::ElementsAre(RoleId{1}, RoleId{0}));
  EXPECT_EQ(swap.fluents[game.fluent("(control white)")], game.fluent("(control black)"));
  EXPECT_EQ(swap.fluents[game.fluent("(cellholds 2 3 white)")], game.fluent("(cellholds 7 6 black)"));
  // The mirror of the board is not in the rules, where 1 .. 8 name rows and columns; it is in the ground program.
  const Symmetries both = find_symmetries(game.rules, game.program, from_both());
  ASSERT_EQ(both.states.value.elements.size(), 1U);
  const game::Symmetry& mirror = both.states.value.elements[0];
  EXPECT_EQ(mirror.fluents[game.fluent("(cellholds 2 3 white)")], game.fluent("(cellholds 7 3 white)"));
  EXPECT_EQ(both.all.value.order, 4);
}

TEST(FindSymmetries, SuperfluousRulesAndTermsHideNothingFromTheGroundProgram) {
  const std::string plain = testing::thesis_tictactoe();
  std::string renamed = plain;
  for (const auto& [from, to] : {std::pair{"cell a ", "cell (f a) "}}) {
    for (std::size_t at = renamed.find(from); at != std::string::npos; at = renamed.find(from, at + 1))
      renamed.replace(at, std::string(from).size(), to);
  }
  for (const std::string& text : {plain + "(<= (p a) (distinct a a))", renamed}) {
    const auto game = make_game(text);
    EXPECT_EQ(find_symmetries(game.rules, game.program, from_rules_alone()).states.value.order, 2);
    EXPECT_EQ(find_symmetries(game.rules, game.program, from_both()).states.value.order, 8);
  }
}

TEST(FindSymmetries, GoalValuesAreNotExchanged) {
  // Without the goals left and right would be alike.
  const auto game = make_game(R"((role a) (init start) (side left) (side right) (worth left 100) (worth right 0)
    (<= (legal a (go ?s)) (side ?s)) (<= (next (at ?s)) (does a (go ?s)))
    (<= terminal (true (at ?s))) (<= (goal a ?v) (true (at ?s)) (worth ?s ?v)))");
  EXPECT_EQ(find_symmetries(game.rules, game.program, from_both()).states.value.order, 1);
}

TEST(FindSymmetries, KnownOrders) {
  const std::pair<const char*, double> orders[] = {{"tictactoe", 8},      {"connectfour", 2},     {"breakthrough", 2},
                                                   {"lights-out", 8},     {"peg-solitaire", 8},   {"peg-solitaire-triangle", 6},
                                                   {"tictactoe-3d", 192}, {"number-scrabble", 8}, {"rock-paper-scissors", 3},
                                                   {"queens-8", 2},       {"sim", 720},           {"y", 6}};
  for (const auto& [name, order] : orders) {
    const auto game = make_game(library_sheet_text(name));
    const Symmetries found = find_symmetries(game.rules, game.program, from_both());
    EXPECT_EQ(found.states.value.order, order) << name;
    EXPECT_EQ(found.states.standing, game::Standing::Proved);
  }
}

TEST(FindSymmetries, LargeGroupsAreGivenByTheirGenerators) {
  const auto game = make_game(library_sheet_text("quarto"));
  const Symmetries found = find_symmetries(game.rules, game.program, from_both());
  EXPECT_TRUE(found.states.value.elements.empty());
  EXPECT_FALSE(found.states.value.generators.empty());
  EXPECT_GT(found.states.value.order, 1024);
}

TEST(FindSymmetries, BudgetsEndInASubgroupAndSaySo) {
  const auto game = make_game(library_sheet_text("tictactoe-3d"));
  SymmetryOptions small = from_both();
  small.graphs.generators = 1;
  const Symmetries some = find_symmetries(game.rules, game.program, small);
  EXPECT_FALSE(some.complete);
  EXPECT_LT(some.states.value.order, 192);
  small.graphs = {.vertices = 10};
  const Symmetries none = find_symmetries(game.rules, game.program, small);
  EXPECT_FALSE(none.complete);
  EXPECT_EQ(none.states.value.order, 1);
}

TEST(FindSymmetries, OneSheetGivesOneAnswer) {
  const auto first = make_game(library_sheet_text("lights-out"));
  const auto again = make_game(library_sheet_text("lights-out"));
  EXPECT_EQ(find_symmetries(first.rules, first.program, from_both()).states.value.elements,
            find_symmetries(again.rules, again.program, from_both()).states.value.elements);
}

// The long version is in tests/symmetry.
TEST(FindSymmetries, CommuteWithPlay) {
  for (const char* name : {"tictactoe", "connectfour-7x6", "breakthrough-5x5", "peg-solitaire", "rock-paper-scissors", "lights-out",
                           "blocker", "three-player-nim", "nine-mens-morris", "pursuit", "knights-tour", "domineering-5x5"}) {
    const auto game = make_game(library_sheet_text(name));
    for (const SymmetryOptions& options : {from_rules_alone(), from_ground_program_alone()}) {
      const Symmetries found = find_symmetries(game.rules, game.program, options);
      const auto engine = game.engine();
      const CommutationCount count = CommutationChecker(*engine).run(found.all.value.generators, 60, 1);
      EXPECT_EQ(count.violations, 0U) << name;
    }
  }
}

TEST(FindSymmetries, ACheckThatCanFail) {
  const auto game = make_game(library_sheet_text("tictactoe"));
  game::Symmetry wrong = game::identity_symmetry(game.program->fluents.size(), game.program->moves.size(), 2);
  std::swap(wrong.fluents[0], wrong.fluents[5]);
  const auto engine = game.engine();
  EXPECT_GT(CommutationChecker(*engine).run(std::span(&wrong, 1), 60, 1).violations, 0U);
}

}  // namespace
}  // namespace agon::knowledge::symmetry
