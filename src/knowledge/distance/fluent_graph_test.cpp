// Fluent graphs: the edges that can be worked out by hand, the definition of what makes them admissible, loops, and limits.
#include "knowledge/distance/fluent_graph.h"

#include <gmock/gmock.h>

#include "circuit/build.h"
#include "knowledge/distance/relaxed_cost.h"
#include "knowledge/distance/test_games.h"

namespace agon::knowledge {
namespace {

using testing::distances_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::library_sheet;
using testing::Sheet;
using testing::text_sheet;
using testing::unhurried_distances;
using ::testing::UnorderedElementsAre;

std::vector<std::string> sources(const ground::GroundProgram& program, const FluentGraph& graph, const std::string& of) {
  std::vector<std::string> texts;
  for (const std::uint32_t source : graph.sources_of(testing::fluent(program, of)))
    texts.push_back(source == graph.empty_node() ? "nothing" : program.terms->text(program.fluents[source]));
  return texts;
}

Preconditions preconditions_of(const ground::GroundProgram& program, std::span<const circuit::Group> groups = {}) {
  return *Preconditions::create(program, groups, [](std::size_t) { return false; });
}

TEST(FluentGraph, TicTacToeHasFiveEdgesACell) {
  const Sheet sheet = library_sheet("tictactoe");
  const ground::GroundProgram& program = *sheet.program;
  DistanceOptions printed = unhurried_distances();
  printed.as_printed = true;
  for (const DistanceKnowledge& found : {find_distances(program, printed), distances_of(sheet)}) {
    for (const char* cell : {"(cell 1 1 ", "(cell 2 1 ", "(cell 2 2 ", "(cell 3 2 "}) {
      const std::string blank = std::string(cell) + "blank)", x = std::string(cell) + "x)", o = std::string(cell) + "o)";
      EXPECT_THAT(sources(program, found.graphs.front(), blank), ElementsAre(blank));
      EXPECT_THAT(sources(program, found.graphs.front(), x), UnorderedElementsAre(blank, x));
      EXPECT_THAT(sources(program, found.graphs.front(), o), UnorderedElementsAre(blank, o));
    }
    EXPECT_THAT(sources(program, found.graphs.front(), "(control xplayer)"), ElementsAre("(control oplayer)"));
    EXPECT_EQ(found.report.edges, 9U * 5U + 2U);
    EXPECT_EQ(found.report.empty_edges, 0U);
    EXPECT_EQ(found.report.finished, 29U);
    EXPECT_THAT(found.report.ended, IsEmpty());
  }
}

TEST(FluentGraph, PawnsComeFromThreeSquares) {
  const Sheet sheet = text_sheet(testing::kPawns);
  DistanceOptions printed = unhurried_distances();
  printed.as_printed = true;
  const DistanceKnowledge found = find_distances(*sheet.program, printed);
  EXPECT_THAT(sources(*sheet.program, found.graphs.front(), "(holds 4 3 black)"),
              UnorderedElementsAre("(holds 4 3 black)", "(holds 3 4 black)", "(holds 4 4 black)", "(holds 5 4 black)"));
  EXPECT_THAT(sources(*sheet.program, found.graphs.front(), "(holds 8 2 white)"),
              UnorderedElementsAre("(holds 8 2 white)", "(holds 8 1 white)", "(holds 7 1 white)"));
  EXPECT_EQ(found.report.empty_edges, 0U);
}

// The printed rule prefers "the square was empty" to "a pawn stood next to it"; the comparison finds the pawn.
TEST(FluentGraph, PiecesAreFollowedWhereEmptySquaresAreFluents) {
  const Sheet sheet = library_sheet("breakthrough");
  DistanceOptions printed = unhurried_distances();
  printed.as_printed = true;
  EXPECT_THAT(sources(*sheet.program, find_distances(*sheet.program, printed).graphs.front(), "(cell 4 4 white)"),
              ::testing::Contains("(cell 4 4 empty)"));
  const DistanceKnowledge best = distances_of(sheet);
  EXPECT_EQ(to_string(best.report.rule), "carry argument 3");
  EXPECT_THAT(sources(*sheet.program, best.graphs.front(), "(cell 4 4 white)"),
              UnorderedElementsAre("(cell 4 4 white)", "(cell 3 3 white)", "(cell 4 3 white)", "(cell 5 3 white)"));
}

// The definition, on real games with every rule for edges: whatever makes a fluent true has one of its sources.
TEST(FluentGraph, SourcesHitEveryWay) {
  for (const char* name : {"tictactoe", "nim", "blocks-world", "lights-out", "eight-puzzle", "breakthrough-5x5", "goofspiel"}) {
    SCOPED_TRACE(name);
    const Sheet sheet = library_sheet(name);
    const Preconditions preconditions = preconditions_of(*sheet.program);
    for (std::uint32_t argument : {0U, 1U, 2U, EdgeRule::kNone}) {
      for (const EdgeRule rule : {EdgeRule{}, EdgeRule{EdgeRule::Kind::Carry, argument}, EdgeRule{EdgeRule::Kind::Hardest}}) {
        const EdgeScore score(*sheet.program, rule, {});
        const FluentGraph graph = build_fluent_graph(preconditions, score, rule);
        ASSERT_EQ(graph.finished, graph.fluents);
        for (std::uint32_t fluent = 0; fluent < graph.fluents; ++fluent) {
          const auto chosen = graph.sources_of(fluent);
          ASSERT_TRUE(covers_all_ways(preconditions, fluent, chosen)) << sheet.program->terms->text(sheet.program->fluents[fluent]);
          // No choice could do without the empty node where it stands.
          if (chosen.size() != 1 || chosen.front() != graph.empty_node()) continue;
          std::vector<std::uint32_t> all(graph.fluents);
          for (std::uint32_t i = 0; i < graph.fluents; ++i) all[i] = i;
          EXPECT_FALSE(covers_all_ways(preconditions, fluent, all));
        }
      }
    }
  }
}

// A robot goes as far as the links that its keys open, which is a recursive relation; a light needs nothing; a seed stays.
constexpr const char* kLoops = R"(
(role robot)
(init (at 1)) (init (seed))
(<= (near ?x ?y) (link ?x ?y))
(link 1 2) (link 2 3) (link 3 4)
(<= (reach ?x) (true (at ?x)))
(<= (reach ?y) (reach ?x) (open ?x ?y))
(<= (open ?x ?y) (link ?x ?y) (true (key ?x)))
(<= (legal robot (go ?x)) (reach ?x))
(<= (legal robot flash) (true (seed)))
(<= (legal robot flash) (not (true (seed))))
(<= (legal robot (take ?x)) (true (at ?x)))
(<= (next (at ?x)) (does robot (go ?x)))
(<= (next (at ?x)) (true (at ?x)) (not moved))
(<= moved (does robot (go ?x)))
(<= (next (key ?x)) (does robot (take ?x)))
(<= (next (key ?x)) (true (key ?x)))
(<= (next light) (does robot flash))
(<= (next (seed)) (true (seed)))
(<= terminal (true (at 4)))
(<= (goal robot 100) (true (at 4)))
(<= (goal robot 0) (not (true (at 4))))
)";

TEST(FluentGraph, FollowsRecursiveRulesAndSeesWhatNeedsNothing) {
  const Sheet sheet = text_sheet(kLoops);
  const ground::GroundProgram& program = *sheet.program;
  const DistanceKnowledge found = distances_of(sheet);
  EXPECT_THAT(sources(program, found.graphs.front(), "light"), ElementsAre("nothing"));
  EXPECT_EQ(found.report.empty_edges, 1U);
  const Preconditions preconditions = preconditions_of(program);
  for (std::uint32_t f = 0; f < found.graphs.front().fluents; ++f)
    EXPECT_TRUE(covers_all_ways(preconditions, f, found.graphs.front().sources_of(f))) << program.terms->text(program.fluents[f]);
  // (at 4) needs (key 3), which needs (at 3), which needs (key 2), which needs (at 2), which needs (key 1): two steps for a link.
  RelaxedCost cost(preconditions);
  const auto costs = cost.of(program.initial);
  EXPECT_EQ(costs[testing::fluent(program, "(at 4)")], 6U);
}

// An independent answer: where the hardest condition of one state is the source, paths are as long as the relaxed costs.
TEST(FluentGraph, HardestSourcesOfOneStateReachTheRelaxedCost) {
  for (const char* name :
       {"tictactoe", "nim", "blocks-world", "lights-out", "eight-puzzle", "breakthrough-5x5", "pawns", "loops"}) {
    SCOPED_TRACE(name);
    const Sheet sheet = std::string(name) == "pawns"   ? text_sheet(testing::kPawns)
                        : std::string(name) == "loops" ? text_sheet(kLoops)
                                                       : library_sheet(name);
    const ground::GroundProgram& program = *sheet.program;
    const Preconditions preconditions = preconditions_of(program);
    RelaxedCost cost(preconditions);
    for (const FluentState& state : sample_states(sheet.engine, program, {.states = 3, .time = std::chrono::milliseconds(0)})) {
      const auto costs = cost.of(state);
      std::vector<std::uint16_t> hardness;
      for (const std::uint32_t c : costs) hardness.push_back(static_cast<std::uint16_t>(std::min(c, 0xffffU)));
      const EdgeRule rule{EdgeRule::Kind::Hardest};
      const EdgeScore score(program, rule, hardness);
      const FluentGraph graph = build_fluent_graph(preconditions, score, rule);
      std::vector<std::uint32_t> all(graph.fluents);
      for (std::uint32_t i = 0; i < graph.fluents; ++i) all[i] = i;
      const Distances distances(graph, all);
      const StateBits bits = state_bits(state, graph.fluents);
      for (std::uint32_t f = 0; f < graph.fluents; ++f)
        ASSERT_EQ(distances.steps(f, bits), costs[f]) << program.terms->text(program.fluents[f]);
    }
  }
}

// A fluent needs two others that exclude each other, which only the proof knows.
constexpr const char* kExclusive = R"(
(role robot)
(init (at 1))
(succ 1 2) (succ 2 3)
(<= (legal robot step) (true (at ?x)))
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
(<= (next (at 1)) (true (at 3)))
(<= (next (ghost a)) (true (at 1)) (true (at 2)))
(<= (next (ghost b)) (true (at 1)) (not (true (at 1))))
(<= (next (ghost c)) (does robot step) (true (at 3)))
(<= (next (ghost a)) (true (ghost a)))
(<= terminal (true (ghost a)))
(<= (goal robot 100) (true (ghost c)))
(<= (goal robot 0) (not (true (ghost c))))
)";

TEST(FluentGraph, ProvedGroupsDropImpossibleWays) {
  const Sheet sheet = text_sheet(kExclusive);
  const auto circuit = circuit::build(sheet.program);
  ASSERT_TRUE(circuit);
  ASSERT_FALSE((*circuit)->groups.empty());
  DistanceOptions options = unhurried_distances();
  EXPECT_THAT(sources(*sheet.program, distances_of(sheet, options).graphs.front(), "(ghost a)"), ::testing::SizeIs(2));
  options.groups = (*circuit)->groups;
  const DistanceKnowledge found = distances_of(sheet, options);
  EXPECT_THAT(sources(*sheet.program, found.graphs.front(), "(ghost a)"), ElementsAre("(ghost a)"));
  EXPECT_GE(found.report.impossible_ways, 1U);
  const StateBits start = state_bits(sheet.program->initial, sheet.program->fluents.size());
  EXPECT_EQ(found.distances.steps(*found.distances.find(testing::fluent(*sheet.program, "(ghost a)")), start),
            Distances::kUnreachable);
}

TEST(FluentGraph, LimitsEndInEmptyEdgesAndSayHowFarItCame) {
  const Sheet sheet = library_sheet("breakthrough-5x5");
  const auto fluents = static_cast<std::uint32_t>(sheet.program->fluents.size());

  DistanceOptions little_work = unhurried_distances();
  little_work.work = 2'000;
  const DistanceKnowledge some = find_distances(*sheet.program, little_work);
  EXPECT_GT(some.report.finished, 0U);
  EXPECT_LT(some.report.finished, fluents);
  EXPECT_THAT(some.report.ended, HasSubstr("the limit of 2000 conditions"));
  const Preconditions preconditions = preconditions_of(*sheet.program);
  for (std::uint32_t f = 0; f < fluents; ++f) EXPECT_TRUE(covers_all_ways(preconditions, f, some.graphs.front().sources_of(f)));

  DistanceOptions little_memory = unhurried_distances();
  little_memory.memory_bytes = 1'000;
  const DistanceKnowledge none = find_distances(*sheet.program, little_memory);
  EXPECT_EQ(none.report.finished, 0U);
  EXPECT_EQ(none.report.empty_edges, fluents);
  EXPECT_THAT(none.report.ended, HasSubstr("memory limit"));
  const StateBits start = state_bits(sheet.program->initial, fluents);
  for (std::uint32_t t = 0; t < none.distances.targets().size(); ++t) EXPECT_LE(none.distances.steps(t, start), 1U);

  DistanceOptions stopped = unhurried_distances();
  int asked = 0;
  stopped.stop = [&] { return ++asked > 20; };
  const DistanceKnowledge part = find_distances(*sheet.program, stopped);
  EXPECT_THAT(part.report.ended, HasSubstr("a request to stop"));
  EXPECT_LT(part.report.finished, fluents);
}

TEST(FluentGraph, SimilarityAsInTheThesis) {
  const Sheet sheet = library_sheet("tictactoe");
  const auto sim = [&](const char* a, const char* b) {
    const ground::GroundProgram& p = *sheet.program;
    return similarity(*p.terms, p.fluents[testing::fluent(p, a)], p.fluents[testing::fluent(p, b)]);
  };
  EXPECT_EQ(sim("(cell 3 1 blank)", "(cell 3 1 x)"), 2U);
  EXPECT_EQ(sim("(cell 2 3 x)", "(cell 3 1 x)"), 1U);
  EXPECT_EQ(sim("(control xplayer)", "(cell 3 1 x)"), 0U);
}

}  // namespace
}  // namespace agon::knowledge
