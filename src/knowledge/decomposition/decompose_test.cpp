// Sub-games are found where they are, and refused where anything ties them together; what is claimed of a part holds in play.
#include "knowledge/decomposition/decompose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "base/rng.h"
#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "ground/restrict.h"

namespace agon::knowledge {
namespace {

using ground::Composition;
using ground::Decomposition;
using ground::GroundProgram;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Two tracks of five places, on which one goes up or down; ?m is what is done.
constexpr const char* kTracks = R"(
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (way up) (way down)
(init (a 0)) (init (b 0))
(<= (above ?n ?n2) (succ ?n ?n2)) (above 4 4) (<= (below ?n2 ?n) (succ ?n ?n2)) (below 0 0)
(<= (next (a ?n2)) (first up) (true (a ?n)) (above ?n ?n2))
(<= (next (a ?n2)) (first down) (true (a ?n)) (below ?n ?n2))
(<= (next (b ?n2)) (second up) (true (b ?n)) (above ?n ?n2))
(<= (next (b ?n2)) (second down) (true (b ?n)) (below ?n ?n2))
(<= (goal robot 100) (true (a 3)) (true (b 2)))
(<= (goal robot 50) (true (a 3)) (not (true (b 2))))
(<= (goal robot 0) (not (true (a 3)))))";
// Both at once.
constexpr const char* kBoth = R"((role robot)
(<= (legal robot (do ?x ?y)) (way ?x) (way ?y))
(<= (first ?x) (does robot (do ?x ?y))) (<= (second ?y) (does robot (do ?x ?y)))
(init (step 0)) (<= (next (step ?n2)) (true (step ?n)) (succ ?n ?n2))
(<= terminal (true (step 4))) (<= terminal (true (a 3)) (true (b 2))))";
// One or the other.
constexpr const char* kEither = R"((role robot)
(<= (next (a ?n)) (true (a ?n)) (second ?y)) (<= (next (b ?n)) (true (b ?n)) (first ?x))
(<= (legal robot (one ?x)) (way ?x)) (<= (legal robot (two ?x)) (way ?x))
(<= (first ?x) (does robot (one ?x))) (<= (second ?x) (does robot (two ?x)))
(<= terminal (true (a 3)) (true (b 2))))";
// One until it is at 3, then the other.
constexpr const char* kThen = R"((role robot)
(<= over (true (a 3))) (<= over (true locked)) (<= (next locked) over)
(<= (next (a ?n)) (true (a ?n)) over) (<= (next (b ?n)) (true (b ?n)) (not over))
(<= (legal robot (one ?x)) (way ?x) (not over)) (<= (legal robot (two ?x)) (way ?x) over)
(<= (first ?x) (does robot (one ?x))) (<= (second ?x) (does robot (two ?x)))
(<= terminal (true (b 2))))";

std::shared_ptr<const GroundProgram> program_of(const std::string& text) {
  const Result<gdl::Rules> rules = gdl::read_text(text, "test");
  if (!rules) ADD_FAILURE() << rules.error().diagnostics.front().message;
  return *ground::ground(*rules);
}
std::set<std::string> texts(const GroundProgram& program, const std::vector<std::uint32_t>& fluents) {
  std::set<std::string> result;
  for (const std::uint32_t f : fluents) result.insert(program.terms->text(program.fluents[f]));
  return result;
}
void expect_two_tracks(const std::string& rules, Composition kind) {
  const auto program = program_of(rules + kTracks);
  const DecomposeFinding found = find_decomposition(*program);
  ASSERT_TRUE(found.decomposition) << found.reason;
  EXPECT_EQ(found.decomposition->kind, kind);
  ASSERT_THAT(found.decomposition->parts, SizeIs(2));
  EXPECT_TRUE(texts(*program, found.decomposition->parts[0].fluents).contains("(a 3)"));
  EXPECT_FALSE(texts(*program, found.decomposition->parts[0].fluents).contains("(b 2)"));
  EXPECT_TRUE(texts(*program, found.decomposition->parts[1].fluents).contains("(b 2)"));
}
void expect_refused(const std::string& rules) {
  const auto program = program_of(rules + kTracks);
  const DecomposeFinding found = find_decomposition(*program);
  EXPECT_FALSE(found.decomposition) << ::testing::PrintToString(describe(*program, *found.decomposition));
  EXPECT_NE(found.reason, "");
}

TEST(Decompose, FindsTracksThatArePlayedAtOnce) { expect_two_tracks(kBoth, Composition::Parallel); }
TEST(Decompose, FindsTracksThatShareTheTurn) { expect_two_tracks(kEither, Composition::Interleaved); }
TEST(Decompose, FindsTracksThatFollowEachOther) { expect_two_tracks(kThen, Composition::Serial); }

TEST(Decompose, RefusesATrackThatLooksAtTheOther) {
  for (const char* rules : {kBoth, kEither, kThen})
    expect_refused(std::string(rules) + "(<= (next (a 0)) (true (a 2)) (true (b 1)))");
}
TEST(Decompose, RefusesMovesThatAskForTheOtherTrack) {
  expect_refused(std::string(kEither) + "(<= (legal robot (two fall)) (true (a 1))) (<= (next (b 0)) (does robot (two fall)))");
}
TEST(Decompose, RefusesMovesThatLackACombination) {
  std::string rules = kBoth;
  const std::string legal = "(<= (legal robot (do ?x ?y)) (way ?x) (way ?y))";
  rules.replace(rules.find(legal), legal.size(), "(<= (legal robot (do ?x ?y)) (way ?x) (way ?y) (distinct ?x ?y))");
  expect_refused(rules);
}
TEST(Decompose, RefusesAMoveThatChangesBothTracks) {
  expect_refused(std::string(kEither) +
                 "(legal robot jump) (<= (next (a 4)) (does robot jump)) (<= (next (b 4)) (does robot jump))");
}
TEST(Decompose, RefusesASecondTrackThatGoesOnWhileTheFirstIsPlayed) {
  expect_refused(std::string(kThen) + "(<= (next (b 1)) (does robot (one down)) (true (b 0)))");
}
TEST(Decompose, RefusesAFirstTrackThatIsTouchedAfterItsEnd) {
  expect_refused(std::string(kThen) + "(<= (next (a 0)) (does robot (two up)))");
}

using Engine = engines::CircuitEngine;

// One match of the whole game in which a part of it takes the same choices.
void expect_in_step(const GroundProgram& program, const Engine& engine, const Decomposition& found, std::size_t which,
                    const ground::RestrictedProgram& restricted, const Engine& small, Rng& rng) {
  const ground::Part& part = found.parts[which];
  std::map<std::uint32_t, std::uint32_t> move_of;  // of a choice, in the part's program
  for (std::uint32_t m = 0; m < restricted.choices.size(); ++m) move_of[restricted.choices[m]] = m;
  auto scratch = engine.make_scratch();
  auto small_scratch = small.make_scratch();
  auto state = engine.initial_state(scratch);
  auto small_state = small.initial_state(small_scratch);
  game::MoveBuffer legal;
  for (int step = 0; step < 60 && !engine.is_terminal(scratch, state); ++step) {
    std::vector<MoveId> joint;
    std::vector<MoveId> small_joint;
    for (std::uint32_t r = 0; r < program.info.role_count(); ++r) {
      std::set<std::uint32_t> wanted;
      std::set<std::uint32_t> there;
      const std::uint32_t phase = found.phase_of([&](std::uint32_t f) { return ((state.words[f / 64] >> (f % 64)) & 1U) != 0; });
      const auto take = [&](std::uint32_t move, std::set<std::uint32_t>& into) {
        const std::uint32_t choice = part.choice_of[move];
        // Whether a part may stand still is up to the others.
        if (choice == ground::Part::kNoChoice || !part.choices[choice].idle) into.insert(part.classes[phase][move]);
      };
      const std::uint32_t small_begin = restricted.program->role_begin[r];  // engines number the moves of each role from 0
      small.legal_moves(small_scratch, small_state, RoleId{r}, legal);
      for (const MoveId move : legal) take(part.choices[restricted.choices[small_begin + move.value]].move, there);
      const std::uint32_t begin = program.role_begin[r];
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      for (const MoveId move : legal) take(begin + move.value, wanted);
      if (legal.empty() || wanted.contains(ground::Part::kNoChoice)) return;  // stuck, or the other part of a serial game is played
      ASSERT_EQ(wanted, there) << "part " << which << " step " << step;
      joint.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      small_joint.push_back(MoveId{move_of.at(part.choice_of[begin + joint.back().value]) - small_begin});
    }
    engine.apply(scratch, state, joint);
    small.apply(small_scratch, small_state, small_joint);
    for (std::size_t f = 0; f < restricted.fluents.size(); ++f) {
      const std::uint32_t whole = restricted.fluents[f];
      ASSERT_EQ((state.words[whole / 64] >> (whole % 64)) & 1U, (small_state.words[f / 64] >> (f % 64)) & 1U)
          << program.terms->text(program.fluents[whole]);
    }
  }
}
void expect_parts_in_step(const std::shared_ptr<const GroundProgram>& program, const Decomposition& found, int matches) {
  const auto engine = *Engine::create(*circuit::build(program));
  for (std::size_t p = 0; p < found.parts.size(); ++p) {
    const ground::RestrictedProgram restricted = ground::restrict_to_part(*program, found, p, {});
    const auto small = *Engine::create(*circuit::build(restricted.program));
    Rng rng(p + 1);
    for (int match = 0; match < matches; ++match) expect_in_step(*program, *engine, found, p, restricted, *small, rng);
  }
}

TEST(Decompose, PartsAreInStepWithTheWholeGame) {
  for (const char* rules : {kBoth, kEither, kThen}) {
    const auto program = program_of(std::string(rules) + kTracks);
    expect_parts_in_step(program, *decompose(*program), 20);
  }
}

TEST(Decompose, TellsWhatItFound) {
  const auto program = program_of(std::string(kBoth) + kTracks);
  const Decomposition found = *decompose(*program);
  EXPECT_THAT(describe(*program, found).front(), HasSubstr("at the same time"));
  EXPECT_THAT(texts(*program, found.shared), Each(HasSubstr("step")));
  const auto facts = part_facts(*program, found);
  ASSERT_THAT(facts, SizeIs(2));
  EXPECT_TRUE(facts[0].proved());
  EXPECT_THAT(facts[0].value.moves, SizeIs(4));
}

TEST(Decompose, StopsWithinItsBudget) {
  const auto program = program_of(std::string(kBoth) + kTracks);
  const DecomposeFinding found = find_decomposition(*program, {.work = 100});
  EXPECT_FALSE(found.decomposition);
  EXPECT_THAT(found.reason, HasSubstr("budget"));
}

TEST(Decompose, ColumnsOfOneBoardAreNoGames) {
  const auto text = *read_file(std::string(AGON_SOURCE_DIR) + "/games/gdl/connectfour.kif");
  EXPECT_FALSE(decompose(*program_of(text)));
}

// Every public sheet that is made of others, and nothing else.
TEST(Decompose, PublicSheets) {
  const std::string folder = std::string(AGON_SOURCE_DIR) + "/../shared/corpus/gdl";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public sheets here";
  const std::map<std::string, std::pair<Composition, std::size_t>> made_of_parts = {
      {"asteroidsParallel", {Composition::Parallel, 2}},
      {"blockerParallel", {Composition::Parallel, 2}},
      {"blocksWorldParallel", {Composition::Parallel, 2}},
      {"asteroidsSerial", {Composition::Serial, 2}},
      {"blockerSerial", {Composition::Serial, 2}},
      {"snakeParallel", {Composition::Interleaved, 2}},
      {"incredible", {Composition::Interleaved, 2}},
      {"lightsOnSimul4", {Composition::Parallel, 4}},
      {"doubletictactoe", {Composition::Parallel, 2}},
      {"double_tictactoe_dengji", {Composition::Interleaved, 2}},
      {"dualConnect4", {Composition::Interleaved, 2}},
      {"factoringEasyTurtleBrain", {Composition::Parallel, 3}},
      {"nim2", {Composition::Interleaved, 4}},
      {"connectFourSimultaneous", {Composition::Parallel, 2}}};
  for (const auto& [name, parts] : made_of_parts) {
    const auto program = program_of(*read_file(folder + "/" + name + ".kif"));
    const DecomposeFinding found = find_decomposition(*program);
    ASSERT_TRUE(found.decomposition) << name << ": " << found.reason;
    EXPECT_EQ(found.decomposition->kind, parts.first) << name;
    EXPECT_EQ(found.decomposition->parts.size(), parts.second) << name;
    SCOPED_TRACE(name);
    expect_parts_in_step(program, *found.decomposition, 5);
  }
  for (const char* name :
       {"ticTacToe", "connectFour", "lightsOut", "lightsOnSimultaneous", "simultaneousWin2", "eightPuzzle", "blocks", "hanoi",
        "queens08ug", "max_knights", "peg", "chickentictactoe", "pentago", "hitori", "futoshiki4"}) {
    const auto program = program_of(*read_file(folder + "/" + std::string(name) + ".kif"));
    EXPECT_FALSE(decompose(*program)) << name;
  }
}

}  // namespace
}  // namespace agon::knowledge
