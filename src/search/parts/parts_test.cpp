// Puzzles made of parts are solved by parts, with lines that hold on the whole game; trees of parts play parallel games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mcts/make_mcts.h"
#include "search/parts/parts_mcts.h"
#include "search/parts/parts_planner.h"
#include "search/plan/planner.h"
#include "search/test_games.h"

namespace agon::search::parts {
namespace {

using ground::Composition;
using ground::Decomposition;
using ground::GroundLiteral;
using ground::GroundProgram;
using ground::Part;
using ::testing::HasSubstr;

// Two tracks from 0 to 9, each a part: `a` and `b`, with moves that begin with its letter or name both.
constexpr const char* kTracks = R"((role robot) (way up) (way down) (way stay)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
(init (a 0)) (init (b 0))
(<= (next (a ?n2)) (first up) (true (a ?n)) (succ ?n ?n2))
(<= (next (a ?n2)) (first down) (true (a ?n)) (succ ?n2 ?n))
(<= (next (b ?n2)) (second up) (true (b ?n)) (succ ?n ?n2))
(<= (next (b ?n2)) (second down) (true (b ?n)) (succ ?n2 ?n))
(<= wonA (true (a 5))) (<= wonB (true (b 7)))
(<= (goal robot 100) wonA wonB) (<= (goal robot 40) wonA (not wonB)) (<= (goal robot 0) (not wonA)))";
// A step in each, one up or down or none; over after nine steps, or when a stands at 9.
constexpr const char* kBoth = R"(
(<= (legal robot (do ?x ?y)) (way ?x) (way ?y))
(<= (first ?x) (does robot (do ?x ?y))) (<= (second ?y) (does robot (do ?x ?y)))
(<= (next (a ?n)) (first stay) (true (a ?n))) (<= (next (b ?n)) (second stay) (true (b ?n)))
(init (step 0)) (<= (next (step ?n2)) (true (step ?n)) (succ ?n ?n2))
(<= terminal (true (step 9))) (<= terminal (true (a 9))))";
// One at a time, and a ends the game: b must come first.
constexpr const char* kEither = R"(
(<= (legal robot (one ?x)) (way ?x)) (<= (legal robot (two ?x)) (way ?x))
(<= (first ?x) (does robot (one ?x))) (<= (second ?x) (does robot (two ?x)))
(<= (next (a ?n)) (true (a ?n)) (second ?x)) (<= (next (b ?n)) (true (b ?n)) (first ?x))
(<= terminal wonA) (<= terminal (true (b 9))))";
// First a to its 5, or to its grave at 9; then b.
constexpr const char* kThen = R"(
(<= over wonA) (<= over (true locked)) (<= (next locked) over)
(<= (legal robot (one ?x)) (way ?x) (not over)) (<= (legal robot (two ?x)) (way ?x) over)
(<= (first ?x) (does robot (one ?x))) (<= (second ?x) (does robot (two ?x)))
(<= (next (a ?n)) (true (a ?n)) over) (<= (next (b ?n)) (true (b ?n)) (not over))
(<= terminal wonB))";

struct Puzzle {
  std::shared_ptr<const engines::CircuitEngine> engine;
  Decomposition parts;
  [[nodiscard]] const GroundProgram& program() const { return *engine->circuit().program; }
};

// The decomposition by hand: this room does not know how it is found.
Puzzle make_puzzle(const std::string& rules, Composition kind) {
  Puzzle puzzle{fixtures::make_circuit(kTracks + rules), {}};
  const GroundProgram& program = puzzle.program();
  puzzle.parts.kind = kind;
  puzzle.parts.parts.resize(2);
  puzzle.parts.phases[{}] = 0;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const std::string text = program.terms->text(program.fluents[f]);
    const bool first = text.starts_with("(a ") || text == "locked";
    if (!first && !text.starts_with("(b ")) puzzle.parts.shared.push_back(f);
    else puzzle.parts.parts[first ? 0 : 1].fluents.push_back(f);
  }
  for (std::size_t p = 0; p < 2; ++p) {
    Part& part = puzzle.parts.parts[p];
    std::vector<std::string> names;
    for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
      // (do X Y), (one X), (two Y)
      const std::string text = program.terms->text(program.moves[m].term);
      const std::string kind_of_move = text.substr(1, text.find(' ') - 1);
      std::string words = text.substr(text.find(' ') + 1);
      words.pop_back();
      std::string name = "none";
      if (kind_of_move == "do") name = p == 0 ? words.substr(0, words.find(' ')) : words.substr(words.find(' ') + 1);
      if (kind_of_move == (p == 0 ? "one" : "two")) name = words;
      auto known = std::find(names.begin(), names.end(), name);
      if (known == names.end()) {
        names.push_back(name);
        known = names.end() - 1;
        part.choices.push_back({RoleId{0}, m, name == "none"});
      }
      part.choice_of.push_back(static_cast<std::uint32_t>(known - names.begin()));
    }
    part.classes = {part.choice_of};
  }
  // What end and goals look at: (a 5), (a 9), (b 7), (b 9).
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const std::string text = program.terms->text(program.fluents[f]);
    if (text == "(a 5)" || text == "(a 9)") puzzle.parts.parts[0].outcomes.push_back({{{GroundLiteral::of(f, false)}}});
    if (text == "(b 7)" || text == "(b 9)") puzzle.parts.parts[1].outcomes.push_back({{{GroundLiteral::of(f, false)}}});
  }
  return puzzle;
}

// Plays what it says to the end.
int play_out(const engines::CircuitEngine& engine, Searcher& search) {
  auto scratch = engine.make_scratch();
  auto state = engine.initial_state(scratch);
  game::MoveBuffer legal;
  for (int step = 0; step < 100 && !engine.is_terminal(scratch, state); ++step) {
    Budget budget;
    budget.states = 200'000;
    const Thought thought = search.think(RoleId{0}, budget);
    engine.legal_moves(scratch, state, RoleId{0}, legal);
    engine.apply(scratch, state, std::span(&legal[thought.choice.index()], 1));
    search.advance(std::span(&thought.choice, 1));
  }
  return engine.goal(scratch, state, RoleId{0});
}

std::unique_ptr<Searcher> planner_by_parts(const Puzzle& puzzle, std::uint64_t first_states = 0) {
  Result<std::unique_ptr<Searcher>> plain = plan::make_planner({"circuit", puzzle.engine});
  Result<std::unique_ptr<Searcher>> made =
      make_parts_planner(puzzle.engine, puzzle.parts, std::move(*plain), {.first_states = first_states});
  if (!made) ADD_FAILURE() << made.error().diagnostics.front().message;
  return std::move(*made);
}

void expect_solved(const std::string& rules, Composition kind, std::size_t length) {
  const Puzzle puzzle = make_puzzle(rules, kind);
  const auto search = planner_by_parts(puzzle);
  const Thought thought = search->think(RoleId{0}, {});
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_EQ(thought.line.size(), length);
  EXPECT_THAT(thought.note, HasSubstr("parts"));
  search->restart();
  EXPECT_EQ(play_out(*puzzle.engine, *search), 100);
}

TEST(PartsPlanner, ZipsPlansOfOneLengthInParallelGames) { expect_solved(kBoth, Composition::Parallel, 9); }
TEST(PartsPlanner, TakesPartsInAnOrderThatDoesNotEndTheGame) { expect_solved(kEither, Composition::Interleaved, 12); }

TEST(PartsPlanner, PlaysTheSecondPartAfterTheFirst) {
  Puzzle puzzle = make_puzzle(kThen, Composition::Serial);
  // The signal: what the moves of the second part ask for.
  const GroundProgram& program = puzzle.program();
  for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
    if (!program.terms->text(program.moves[m].term).starts_with("(two")) continue;
    const auto rule = std::lower_bound(program.heads.begin(), program.heads.end(), program.legal[m]) - program.heads.begin();
    puzzle.parts.signal = program.body(static_cast<std::size_t>(rule))[0].atom();
  }
  ASSERT_LT(puzzle.parts.signal, program.atom_count);
  for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
    const bool first = program.terms->text(program.moves[m].term).starts_with("(one");
    puzzle.parts.parts[first ? 1 : 0].choice_of[m] = puzzle.parts.parts[first ? 1 : 0].classes[0][m] = Part::kNoChoice;
  }
  for (Part& part : puzzle.parts.parts) {  // the others are not made while a part is played
    std::vector<ground::PartChoice> kept;
    for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
      if (part.choice_of[m] == Part::kNoChoice) continue;
      part.choice_of[m] = part.classes[0][m] = static_cast<std::uint32_t>(kept.size());
      kept.push_back({RoleId{0}, m, false});
    }
    part.choices = kept;
  }
  const auto search = planner_by_parts(puzzle);
  const Thought thought = search->think(RoleId{0}, {});
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_EQ(thought.line.size(), 12U);
}

TEST(PartsPlanner, FindsAnotherLineWhereTheMatchLeavesIt) {
  const Puzzle puzzle = make_puzzle(kEither, Composition::Interleaved);
  const auto search = planner_by_parts(puzzle);
  (void)search->think(RoleId{0}, {});
  game::MoveBuffer legal;
  auto scratch = puzzle.engine->make_scratch();
  puzzle.engine->legal_moves(scratch, puzzle.engine->initial_state(scratch), RoleId{0}, legal);
  const Choice elsewhere{0};
  search->advance(std::span(&elsewhere, 1));
  const Thought thought = search->think(RoleId{0}, {});
  EXPECT_TRUE(thought.low[0] == 100 || thought.low[0] == 0);  // (one down) from 0 leaves the track for ever
}

TEST(PartsPlanner, StopsWhenToldTo) {
  const Puzzle puzzle = make_puzzle(kBoth, Composition::Parallel);
  const auto search = planner_by_parts(puzzle);
  Budget little;
  little.states = 3;
  const Thought thought = search->think(RoleId{0}, little);
  EXPECT_LE(thought.states, 6U);
  EXPECT_EQ(thought.moves.size(), 9U);
}

// What the parts promise is played on the whole game: a decomposition that is none leads to no false claim.
TEST(PartsPlanner, ClaimsNothingThatTheWholeGameDoesNotKeep) {
  const Puzzle puzzle = make_puzzle(std::string(kBoth) + "(<= terminal (true (b 3)))", Composition::Parallel);
  const auto search = planner_by_parts(puzzle);
  Budget budget;
  budget.states = 300'000;
  const Thought thought = search->think(RoleId{0}, budget);
  EXPECT_LT(thought.low[0], 100);  // b ends the game at 3, so the two goals are never met together
}

TEST(PartsPlanner, LetsTheOrdinarySearchTryFirst) {
  const Puzzle puzzle = make_puzzle(kEither, Composition::Interleaved);
  const auto search = planner_by_parts(puzzle, 100'000);
  const Thought thought = search->think(RoleId{0}, {});
  EXPECT_EQ(thought.low[0], 100);
  EXPECT_THAT(thought.note, ::testing::Not(HasSubstr("parts")));
}

TEST(PartsPlanner, IsForOnePlayer) {
  const auto engine = fixtures::make_circuit(fixtures::library_text("blocker-parallel"));
  EXPECT_FALSE(make_parts_planner(engine, {}, nullptr));
}

// Two coins at once, each guessed by one and chosen by the other role: matching pennies on two tables. `sure` wins its table.
constexpr const char* kTables = R"((role x) (role y) (pick sure) (pick fool) (pick wait)
(<= (legal ?r (do ?p ?q)) (role ?r) (pick ?p) (pick ?q))
(<= (next (left ?r)) (does ?r (do sure ?q))) (<= (next (right ?r)) (does ?r (do ?p sure)))
(<= (next (left fool ?r)) (does ?r (do fool ?q))) (<= (next (right fool ?r)) (does ?r (do ?p fool)))
(<= (next over) (role ?r)) (<= terminal (true over))
(<= (goal ?r 100) (role ?r) (true (left ?r)) (true (right ?r)))
(<= (goal ?r 50) (role ?r) (true (left ?r)) (not (true (right ?r))))
(<= (goal ?r 50) (role ?r) (true (right ?r)) (not (true (left ?r))))
(<= (goal ?r 0) (role ?r) (not (true (left ?r))) (not (true (right ?r)))))";

Puzzle two_tables() {
  Puzzle game{fixtures::make_circuit(kTables), {}};
  const GroundProgram& program = game.program();
  game.parts.parts.resize(2);
  game.parts.phases[{}] = 0;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const std::string text = program.terms->text(program.fluents[f]);
    if (text == "over") game.parts.shared.push_back(f);
    else game.parts.parts[text.starts_with("(left") ? 0 : 1].fluents.push_back(f);
  }
  for (std::size_t p = 0; p < 2; ++p) {
    for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
      const std::string text = program.terms->text(program.moves[m].term);
      const std::size_t word = p == 0 ? 4 : text.rfind(' ') + 1;
      game.parts.parts[p].choice_of.push_back(text[word] == 's' ? 0 : text[word] == 'f' ? 1 : 2);
    }
    game.parts.parts[p].classes = {game.parts.parts[p].choice_of};
  }
  return game;
}

TEST(PartsMcts, ChoosesInEachPartByItself) {
  const Puzzle game = two_tables();
  const auto search = make_parts_mcts(game.engine, game.parts);
  ASSERT_TRUE(search);
  Budget budget;
  budget.iterations = 500;
  const Thought thought = (*search)->think(RoleId{0}, budget);
  auto scratch = game.engine->make_scratch();
  game::MoveBuffer legal;
  game.engine->legal_moves(scratch, game.engine->initial_state(scratch), RoleId{0}, legal);
  ASSERT_EQ(thought.moves.size(), legal.size());
  EXPECT_EQ(game.engine->terms().text(game.engine->move_term(RoleId{0}, legal[thought.choice.index()])), "(do sure sure)");
  EXPECT_EQ(thought.iterations, 500U);
  EXPECT_GT(thought.value[0], 80);
}

TEST(PartsMcts, OneSeedGivesOneThought) {
  const Puzzle game = two_tables();
  Budget budget;
  budget.iterations = 50;
  std::vector<double> values;
  for (int run = 0; run < 2; ++run) {
    const auto search = make_parts_mcts(game.engine, game.parts, {.seed = 7});
    values.push_back((*search)->think(RoleId{1}, budget).value[1]);
  }
  EXPECT_EQ(values[0], values[1]);
}

TEST(PartsMcts, IsForParallelGames) {
  Puzzle game = two_tables();
  game.parts.kind = Composition::Interleaved;
  EXPECT_FALSE(make_parts_mcts(game.engine, game.parts));
}

}  // namespace
}  // namespace agon::search::parts
