// Domains, orders, input arguments, boards and quantities: the figures of sections 5.2 and 5.3, as exact fractions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "knowledge/evaluation/domain_graph.h"
#include "knowledge/evaluation/input_arguments.h"
#include "knowledge/evaluation/order_values.h"
#include "knowledge/evaluation/structure_distance.h"
#include "knowledge/evaluation/test_sheets.h"
#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge::evaluation {
namespace {

using namespace evaluation::testing;  // NOLINT: the vocabulary of this file
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Inputs = std::vector<std::uint32_t>;

std::vector<Inputs> inputs_of(const std::vector<game::Fact<game::InputArguments>>& facts, const std::string& functor) {
  std::vector<Inputs> found;
  for (const auto& fact : facts) {
    if (fact.value.functor == functor) found.push_back(fact.value.inputs);
  }
  return found;
}

InputSearch search_with(std::uint32_t confirmations) {
  InputSearch search;
  search.confirmations = confirmations;
  return search;
}

TEST(Domains, StepCounter) {
  const auto rules = gdl::read_text(
      "(succ 0 1) (succ 1 2) (succ 2 3) (init (step 0)) (<= (next (step ?x)) (true (step ?y)) (succ ?y ?x)) (role nobody)", "test");
  const DomainGraph graph(*rules);
  const std::vector<std::string> steps{"0", "1", "2", "3"}, fluents{"step/1"};
  EXPECT_EQ(graph.values("step", 1, 0), steps);
  EXPECT_EQ(graph.values("succ", 2, 0), steps);
  EXPECT_EQ(graph.values("succ", 2, 1), steps);
  EXPECT_TRUE(graph.same("succ", 2, 0, 1));
  for (const char* keyword : {"init", "next", "true"}) EXPECT_EQ(graph.values(keyword, 1, 0), fluents) << keyword;
}

TEST(Domains, TicTacToeKeepsColumnsAndRowsApart) {
  const auto rules = gdl::read_text(kTicTacToe, "test");
  const DomainGraph graph(*rules);
  EXPECT_THAT(graph.values("cell", 3, 0), ElementsAre("a", "b", "c"));
  EXPECT_THAT(graph.values("cell", 3, 1), ElementsAre("1", "2", "3"));
  EXPECT_THAT(graph.values("cell", 3, 2), ElementsAre("blank", "o", "x"));
  EXPECT_FALSE(graph.same("cell", 3, 0, 1));
}

// Breakthrough where only pawns are fluents, and ++ is the relation of neighbouring numbers.
std::string breakthrough() {
  std::string text = "(role white) (role black) (init (control white))";
  for (int x = 1; x <= 8; ++x) {
    text += "(index " + std::to_string(x) + ")";
    if (x < 8) text += "(++ " + std::to_string(x) + " " + std::to_string(x + 1) + ")";
    for (const auto& [row, side] : {std::pair{1, "white"}, {2, "white"}, {7, "black"}, {8, "black"}})
      text += "(init (cellholds " + std::to_string(x) + " " + std::to_string(row) + " " + side + "))";
  }
  return text + R"(
    (<= (forward white ?y ?z) (++ ?y ?z)) (<= (forward black ?y ?z) (++ ?z ?y))
    (<= (beside ?x ?w) (++ ?x ?w)) (<= (beside ?x ?w) (++ ?w ?x))
    (<= (empty ?x ?y) (index ?x) (index ?y) (not (true (cellholds ?x ?y white))) (not (true (cellholds ?x ?y black))))
    (<= (legal ?r (move ?x ?y ?x ?z)) (true (control ?r)) (true (cellholds ?x ?y ?r)) (forward ?r ?y ?z) (empty ?x ?z))
    (<= (legal ?r (move ?x ?y ?w ?z)) (true (control ?r)) (true (cellholds ?x ?y ?r)) (forward ?r ?y ?z) (beside ?x ?w)
        (not (true (cellholds ?w ?z ?r))))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (cellholds ?w ?z ?r)) (does ?r (move ?x ?y ?w ?z)))
    (<= (next (cellholds ?a ?b ?s)) (true (cellholds ?a ?b ?s)) (does ?r (move ?x ?y ?w ?z)) (apart ?x ?y ?a ?b)
        (apart ?w ?z ?a ?b))
    (<= (apart ?x ?y ?a ?b) (index ?x) (index ?y) (index ?a) (index ?b) (distinct ?x ?a))
    (<= (apart ?x ?y ?a ?b) (index ?x) (index ?y) (index ?a) (index ?b) (distinct ?y ?b))
    (<= (next (control white)) (true (control black))) (<= (next (control black)) (true (control white)))
    (<= whitewin (index ?x) (true (cellholds ?x 8 white))) (<= blackwin (index ?x) (true (cellholds ?x 1 black)))
    (<= whitecell (true (cellholds ?x ?y white))) (<= blackcell (true (cellholds ?x ?y black)))
    (<= whitewin (not blackcell)) (<= blackwin (not whitecell))
    (<= terminal whitewin) (<= terminal blackwin)
    (<= (goal white 100) whitewin) (<= (goal white 0) (not whitewin))
    (<= (goal black 100) blackwin) (<= (goal black 0) (not blackwin)))";
}

TEST(Boards, BreakthroughFractions) {
  const auto sheet = knowledge::testing::text_sheet(breakthrough());
  const auto distance = structure_distance(knowledge::testing::structure_of(sheet), *sheet.program);
  const Words start = initial_state(*sheet.program);
  constexpr double kRow[] = {5.0 / 8, 37.0 / 64, 35.0 / 64, 17.0 / 32, 17.0 / 32, 35.0 / 64, 37.0 / 64, 5.0 / 8};
  for (int x = 1; x <= 8; ++x) {
    const std::uint32_t goal = fluent_of(*sheet.program, "(cellholds " + std::to_string(x) + " 1 black)");
    ASSERT_TRUE(distance->knows(goal));
    EXPECT_EQ(distance->degree(goal, start), kRow[x - 1]) << x;
  }
}

TEST(Boards, BreakthroughInputsAndSuccessor) {
  const auto sheet = knowledge::testing::text_sheet(breakthrough());
  const auto facts = input_arguments(sheet.engine, search_with(200));
  EXPECT_THAT(inputs_of(facts, "cellholds"), ElementsAre(Inputs{0, 1}));
  EXPECT_THAT(inputs_of(facts, "control"), ElementsAre(Inputs{}));
  EXPECT_TRUE(refuted_inputs(sheet.engine, facts, 99, 500).empty());
  const DomainGraph graph(sheet.rules);
  EXPECT_EQ(graph.values("++", 2, 0).size(), 8U);
  EXPECT_TRUE(graph.same("++", 2, 0, 1));
  BinaryRelation relation{8, {}};
  for (std::uint32_t i = 0; i + 1 < 8; ++i) relation.pairs.emplace_back(i, i + 1);
  EXPECT_TRUE(kind_of(relation).successor);
  EXPECT_FALSE(kind_of(relation).order);  // not transitive
}

TEST(Inputs, SeveralMinimalSetsAreAllFound) {
  // Each player picks a colour that nobody else has.
  const auto sheet = knowledge::testing::text_sheet(R"((role ann) (role bob) (colour red) (colour blue)
    (init (picked ann red)) (init (picked bob blue))
    (<= (legal ?r swap) (role ?r)) (<= (legal ?r keep) (role ?r))
    (<= (next (picked ?r ?c)) (true (picked ?r ?c)) (not swapped))
    (<= (next (picked ?r ?c)) (true (picked ?s ?c)) (role ?r) (distinct ?r ?s) swapped)
    (<= swapped (does ann swap)) (<= terminal (true (never))) (<= (goal ?r 0) (role ?r)))");
  EXPECT_THAT(inputs_of(input_arguments(sheet.engine), "picked"), ElementsAre(Inputs{0}, Inputs{1}));
}

TEST(Orders, EmptyAndCyclicRelationsOrderNothing) {
  EXPECT_FALSE(kind_of({3, {}}).order);
  EXPECT_FALSE(kind_of({3, {}}).successor);
  EXPECT_FALSE(kind_of({2, {{0, 1}, {1, 0}}}).successor);
  EXPECT_FALSE(kind_of({2, {{0, 0}, {1, 1}}}).order);  // no two different elements
  EXPECT_TRUE(kind_of({3, {{0, 1}, {1, 2}, {0, 2}}}).order);
  EXPECT_TRUE(kind_of({3, {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}}).order);  // reflexive ones too
}

TEST(Orders, ReflexiveOrdersHaveAHasseDiagram) {
  const HasseDistance hasse({4, {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 2}, {0, 2}, {0, 3}}});
  EXPECT_EQ(hasse.steps(0, 2), 2U);
  EXPECT_EQ(hasse.steps(2, 0), HasseDistance::kApart);
  EXPECT_EQ(hasse.steps(1, 3), HasseDistance::kApart);  // a partial order
  EXPECT_EQ(hasse.steps(1, 1), 0U);
}

TEST(Orders, AWiderMarginIsWorthMore) {
  std::string text = "(role red) (role black) (init (discs 16 14)) (init (tally 16 14)) (init (tally 20 10)) (init (tally 10 20))";
  for (int i = 0; i < 20; ++i) text += "(next_to " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  text += R"((<= (lessthan ?a ?b) (next_to ?a ?b)) (<= (lessthan ?a ?c) (next_to ?a ?b) (lessthan ?b ?c))
    (<= (legal ?r wait) (role ?r)) (<= (next (tally ?a ?b)) (true (tally ?a ?b)))
    (<= terminal (true (tally 0 0)))
    (<= (goal red 100) (true (tally ?r ?b)) (lessthan ?b ?r)) (<= (goal red 0) (true (tally ?r ?b)) (lessthan ?r ?b)))";
  const GroundSheet sheet = ground_text(text);
  const auto evaluation = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Structure);
  const double narrow = value_of(evaluation, 0, state_of(*sheet.program, {"(tally 16 14)"}));
  const double wide = value_of(evaluation, 0, state_of(*sheet.program, {"(tally 20 10)"}));
  const double lost = value_of(evaluation, 0, state_of(*sheet.program, {"(tally 10 20)"}));
  EXPECT_GT(wide, narrow);
  EXPECT_GT(narrow, 100 * kThreshold);
  EXPECT_LT(lost, 100 * (1 - kThreshold));
  // t + (1-t) steps / size, with 21 elements.
  StateEvaluator evaluator(evaluation);
  evaluator.load(state_of(*sheet.program, {"(tally 16 14)"}));
  const Edge goal = evaluation->plan()->network().goals[0].back().formula;
  EXPECT_NEAR(evaluator.evaluator().degree(goal).value(), kThreshold + (1 - kThreshold) * 2 / 21, 1e-12);
  evaluator.load(state_of(*sheet.program, {"(tally 10 20)"}));
  EXPECT_NEAR(evaluator.evaluator().degree(goal).value(), (1 - kThreshold) * (1 - 10.0 / 21), 1e-12);
}

TEST(Quantities, SquareRaceRisesWithEverySquare) {
  std::string text = "(role runner) (init (square 1)) (<= (legal runner (go ?n)) (size ?n)) (size 1) (size 2) (size 3)";
  for (int i = 1; i < 10; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  text += R"((<= (ahead ?a ?b 1) (succ ?a ?b)) (<= (ahead ?a ?c 2) (succ ?a ?b) (succ ?b ?c))
    (<= (ahead ?a ?d 3) (succ ?a ?b) (succ ?b ?c) (succ ?c ?d))
    (<= (next (square ?b)) (true (square ?a)) (does runner (go ?n)) (ahead ?a ?b ?n))
    (<= (next (square ?a)) (true (square ?a)) (does runner (go ?n)) (not (room ?a ?n)))
    (<= (room ?a ?n) (ahead ?a ?b ?n))
    (<= terminal (true (square 10))) (<= (goal runner 100) (true (square 10))) (<= (goal runner 0) (not (true (square 10)))))";
  const auto sheet = knowledge::testing::text_sheet(text);
  const auto distance = structure_distance(knowledge::testing::structure_of(sheet), *sheet.program);
  const auto evaluation = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Structure, distance);
  StateEvaluator evaluator(evaluation);
  const Edge goal = evaluation->plan()->network().goals[0].back().formula;
  double before = -1;
  for (int square = 1; square <= 9; ++square) {
    evaluator.load(state_of(*sheet.program, {"(square " + std::to_string(square) + ")"}));
    const double degree = evaluator.evaluator().degree(goal).value();
    EXPECT_GT(degree, before) << square;
    EXPECT_NEAR(degree, (1 - kThreshold) * (1 - (10 - square) / 10.0), 1e-12);
    before = degree;
  }
}

// Two lanes, rows a to e and three columns; a piece of each side on its own lane.
constexpr const char* kRacetrack = R"(
  (role white) (role black) (init (cell wlane a 2 white)) (init (cell blane a 2 black)) (init (control white))
  (row a b) (row b c) (row c d) (row d e) (column 1 2) (column 2 3) (lane white wlane) (lane black blane)
  (<= (side ?x ?y) (column ?x ?y)) (<= (side ?x ?y) (column ?y ?x))
  (<= (legal ?r forward) (true (control ?r)) (lane ?r ?b) (true (cell ?b ?y ?x ?r)) (row ?y ?z))
  (<= (legal ?r (shift ?w)) (true (control ?r)) (lane ?r ?b) (true (cell ?b ?y ?x ?r)) (side ?x ?w))
  (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
  (<= (next (cell ?b ?z ?x ?r)) (does ?r forward) (true (cell ?b ?y ?x ?r)) (row ?y ?z))
  (<= (next (cell ?b ?y ?w ?r)) (does ?r (shift ?w)) (true (cell ?b ?y ?x ?r)))
  (<= (next (cell ?b ?y ?x ?r)) (does ?r noop) (true (cell ?b ?y ?x ?r)))
  (<= (next (control black)) (true (control white))) (<= (next (control white)) (true (control black)))
  (<= terminal (true (cell ?b e 1 ?r)))
  (<= (goal ?r 100) (lane ?r ?b) (true (cell ?b e 1 ?r))) (<= (goal ?r 0) (lane ?r ?b) (not (true (cell ?b e 1 ?r)))))";

TEST(Boards, RacetrackFraction) {
  const GroundSheet sheet = ground_text(kRacetrack);
  // The structure as the thesis reads the sheet: the lane is a coordinate without an order.
  Structure structure;
  Board board;
  for (const auto& [values, source] :
       std::vector<std::pair<std::vector<std::string>, OrderSource>>{{{"wlane", "blane"}, OrderSource::None},
                                                                     {{"a", "b", "c", "d", "e"}, OrderSource::Relation},
                                                                     {{"1", "2", "3"}, OrderSource::Relation}}) {
    Axis axis;
    axis.values = values;
    axis.source = source;
    board.axes.push_back(axis);
  }
  BoardFamily family;
  family.family = {"cell", 4};
  for (std::uint32_t argument = 0; argument < 3; ++argument) family.coordinates.emplace_back().argument = argument;
  family.contents = {3};
  board.families = {family};
  structure.boards = {board};
  const auto distance = structure_distance(structure, *sheet.program);
  const std::uint32_t goal = fluent_of(*sheet.program, "(cell wlane e 1 white)");
  EXPECT_EQ(distance->degree(goal, state_of(*sheet.program, {"(cell wlane b 2 white)", "(cell blane a 2 black)"})), 14.0 / 45);
  EXPECT_EQ(distance->degree(goal, state_of(*sheet.program, {"(cell blane a 2 black)"})), 1);  // no such piece
}

TEST(Quantities, PiecesOfCheckers) {
  const auto sheet = knowledge::testing::library_sheet("checkers-scored");
  const auto distance = structure_distance(knowledge::testing::structure_of(sheet), *sheet.program);
  EXPECT_THAT(inputs_of(input_arguments(sheet.engine, search_with(50)), "pieces"), ElementsAre(Inputs{0}));
  const std::uint32_t none = fluent_of(*sheet.program, "(pieces black 0)");
  ASSERT_TRUE(distance->knows(none));
  const double few = distance->degree(none, state_of(*sheet.program, {"(pieces black 3)", "(pieces white 12)"}));
  const double many = distance->degree(none, state_of(*sheet.program, {"(pieces black 9)", "(pieces white 12)"}));
  EXPECT_DOUBLE_EQ(many, 3 * few);
  EXPECT_EQ(distance->degree(none, state_of(*sheet.program, {"(pieces white 12)"})), kUnreachable);
}

}  // namespace
}  // namespace agon::knowledge::evaluation
