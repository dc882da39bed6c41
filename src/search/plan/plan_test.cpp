#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/chainer/chainer.h"
#include "search/plan/goal_costs.h"
#include "search/plan/novelty.h"
#include "search/plan/planner.h"
#include "search/plan/timekeeping.h"
#include "search/test_games.h"

namespace agon::search::plan {
namespace {

using search::fixtures::circuit_engine;
using search::fixtures::library_text;
using search::fixtures::make_circuit;
using search::fixtures::prover_engine;

std::unique_ptr<Searcher> make(const game::AnyEngine& engine, const PlanOptions& options = {}) {
  auto planner = make_planner(engine, options);
  EXPECT_TRUE(planner.ok());
  return std::move(*planner);
}

// Follows the planner's moves to the end; thinks again before each.
int play(const game::AnyEngine& engine, Searcher& planner, const Budget& budget) {
  auto scratch = engine.make_scratch();
  auto state = engine.initial_state(scratch);
  game::MoveBuffer legal;
  while (!engine.is_terminal(scratch, state)) {
    const Thought thought = planner.think(RoleId{0}, budget);
    engine.legal_moves(scratch, state, RoleId{0}, legal);
    EXPECT_LT(thought.choice.value, legal.size());
    engine.apply(scratch, state, std::span(&legal[thought.choice.index()], 1));
    planner.advance(game::JointChoice{thought.choice});
  }
  return engine.goal(scratch, state, RoleId{0});
}

class LibraryPuzzle : public ::testing::TestWithParam<const char*> {};

TEST_P(LibraryPuzzle, IsSolvedAndPlayedToItsEnd) {
  const game::AnyEngine engine = circuit_engine(library_text(GetParam()));
  const auto planner = make(engine);
  const Thought thought = planner->think(RoleId{0}, {.states = 400'000});
  ASSERT_EQ(thought.low[0], 100) << thought.note;
  EXPECT_EQ(play(engine, *planner, {.states = 0}), 100) << "the line is known: it needs no more thought";
}

INSTANTIATE_TEST_SUITE_P(Plan, LibraryPuzzle,
                         ::testing::Values("blocks-world", "eight-puzzle", "graph-colouring", "hanoi", "knights-tour", "maze",
                                           "missionaries", "number-partition", "pancakes", "peg-solitaire-triangle", "queens-8",
                                           "river-crossing", "sokoban", "sudoku-4x4"),
                         [](const auto& puzzle) {
                           std::string name = puzzle.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Planner, WorksOnEveryEngine) {
  const std::string text = library_text("hanoi");
  EXPECT_EQ(make(prover_engine(text))->think(RoleId{0}, {.states = 200'000}).low[0], 100);
  const game::AnyEngine chainer(
      "chainer", std::shared_ptr<const engines::Chainer>(*engines::Chainer::create(search::fixtures::read_rules_text(text))));
  EXPECT_EQ(make(chainer)->think(RoleId{0}, {.states = 200'000}).low[0], 100);
}

TEST(Planner, SolvesSudokuByTheConditionsOfItsGoal) {
  const PlanOptions options{
      .breadth_first = false, .novelty = false, .relaxed = false, .beam = false, .nested = false, .satisfiability = false};
  EXPECT_EQ(make(circuit_engine(library_text("sudoku")), options)->think(RoleId{0}, {.states = 1'000'000}).low[0], 100);
}

// Every strategy for itself, on a puzzle it should be good at.
TEST(Strategies, EachSolvesSomethingAlone) {
  PlanOptions none{.breadth_first = false,
                   .novelty = false,
                   .relaxed = false,
                   .beam = false,
                   .depth_first = false,
                   .nested = false,
                   .satisfiability = false};
  const auto solves = [&](const char* name, bool PlanOptions::*strategy) {
    PlanOptions options = none;
    options.*strategy = true;
    const Thought thought =
        make(circuit_engine(library_text(name)), options)->think(RoleId{0}, {.iterations = 200, .states = 1'000'000});
    EXPECT_EQ(thought.low[0], 100) << name << ": " << thought.note;
  };
  solves("hanoi", &PlanOptions::breadth_first);
  solves("sokoban", &PlanOptions::novelty);
  solves("blocks-world", &PlanOptions::relaxed);
  solves("pancakes", &PlanOptions::beam);
  solves("queens-8", &PlanOptions::depth_first);
  solves("graph-colouring", &PlanOptions::nested);
  solves("queens-8", &PlanOptions::satisfiability);
  solves("river-crossing", &PlanOptions::satisfiability);
}

TEST(Planner, SaysWhenNothingIsBetter) {
  // The 100 needs two keys, and there is only time for one.
  const char* text = R"((role r) (init (step 0)) (succ 0 1) (succ 1 2) (key a) (key b)
    (<= (legal r (take ?k)) (key ?k)) (legal r wait)
    (<= (next (has ?k)) (does r (take ?k)) (true (step 0))) (<= (next (has ?k)) (true (has ?k)))
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= terminal (true (step 2)))
    (<= (goal r 100) (true (has a)) (true (has b))) (<= (goal r 40) (true (has a)) (not (true (has b))))
    (<= (goal r 30) (not (true (has a))) (true (has b))) (<= (goal r 0) (not (true (has a))) (not (true (has b)))))";
  const Thought thought = make(circuit_engine(text))->think(RoleId{0}, {});
  EXPECT_EQ(thought.low[0], 40);
  EXPECT_EQ(thought.high[0], 40);
  EXPECT_TRUE(thought.proven());
}

TEST(Planner, GoesOnWhereItWasStopped) {
  const game::AnyEngine engine = circuit_engine(library_text("eight-puzzle"));
  const auto planner = make(engine);
  Thought thought;
  for (int i = 0; i < 2'000 && thought.low != std::vector<double>{100}; ++i) thought = planner->think(RoleId{0}, {.states = 200});
  EXPECT_EQ(thought.low[0], 100);
}

TEST(Planner, KeepsWithinItsMemoryAndStaysHarmless) {
  const game::AnyEngine engine = circuit_engine(library_text("fifteen-puzzle"));
  const Thought thought = make(engine, {.memory_bytes = 1 << 20U, .satisfiability = false})->think(RoleId{0}, {.states = 200'000});
  EXPECT_GE(thought.low[0], 0);
  EXPECT_FALSE(thought.line.empty());
}

TEST(Planner, OneSeedGivesOneResult) {
  const game::AnyEngine engine = circuit_engine(library_text("sokoban"));
  const Thought a = make(engine)->think(RoleId{0}, {.states = 100'000});
  const Thought b = make(engine)->think(RoleId{0}, {.states = 100'000});
  EXPECT_EQ(a.line, b.line);
  EXPECT_EQ(a.states, b.states);
}

TEST(Planner, RefusesGamesForSeveral) {
  EXPECT_FALSE(make_planner(circuit_engine(library_text("tictactoe"))));
  EXPECT_FALSE(make_planner(circuit_engine(search::fixtures::kCoin)));
}

TEST(Timekeeping, FindsTheStepCounterAndNothingElse) {
  const auto engine = make_circuit(library_text("eight-puzzle"));
  const Timekeeping time = Timekeeping::observe(*engine, 1, {});
  for (const TermId fluent : engine->circuit().program->fluents) {
    const bool is_step = engine->terms().text(fluent).starts_with("(step");
    EXPECT_EQ(time.contains(*engine, fluent), is_step) << engine->terms().text(fluent);
  }
}

TEST(Novelty, CountsSinglesThenPairsPerPartition) {
  Novelty novelty(1 << 16U);
  const std::vector<std::uint32_t> ab{1, 2};
  const std::vector<std::uint32_t> bc{2, 3};
  const std::vector<std::uint32_t> ac{1, 3};
  EXPECT_EQ(novelty.see(0, ab, ab), 1U);
  EXPECT_EQ(novelty.see(0, bc, bc), 1U);
  EXPECT_EQ(novelty.see(0, ac, ac), 2U);
  EXPECT_EQ(novelty.see(0, ac, ac), Novelty::kNone);
  EXPECT_EQ(novelty.see(1, ac, ac), 1U) << "progress makes everything new";
}

TEST(GoalCosts, CountConditionsAndSeeDeadEnds) {
  const auto engine = make_circuit(R"((role r) (init (open a)) (init (open b)) (init (fuel))
    (door a) (door b)
    (<= (legal r (shut ?d)) (true (open ?d)) (true (fuel))) (legal r spill)
    (<= (shutting ?d) (does r (shut ?d)))
    (<= (next (open ?d)) (true (open ?d)) (not (shutting ?d)))
    (<= (next (fuel)) (true (fuel)) (not (does r spill)))
    (<= some_open (true (open ?d))) (<= terminal (not some_open)) (<= (goal r 100) (not some_open)) (<= (goal r 0) some_open))");
  GoalCosts costs(engine->circuit(), 100);
  auto scratch = engine->make_scratch();
  auto state = engine->initial_state(scratch);
  const auto words = [&] { return std::span<const std::uint64_t>(state.words.data(), state.words.size()); };
  EXPECT_EQ(costs.goal_count(words()), 2U);
  EXPECT_EQ(costs.relaxed_distance(words()), 2U);
  EXPECT_EQ(costs.condition_count(), 2U);
  game::MoveBuffer legal;
  engine->legal_moves(scratch, state, RoleId{0}, legal);
  for (const MoveId move : legal) {
    if (engine->terms().text(engine->move_term(RoleId{0}, move)) == "spill") {
      engine->apply(scratch, state, std::span(&move, 1));
      break;
    }
  }
  EXPECT_EQ(costs.goal_count(words()), 2U);
  EXPECT_EQ(costs.relaxed_distance(words()), GoalCosts::kNever) << "without fuel no door can be shut";
}

}  // namespace
}  // namespace agon::search::plan
