// Distances: the anchors of the literature, chess pieces, and admissibility along random play.
#include "knowledge/distance/distances.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "knowledge/distance/admissibility_check.h"
#include "knowledge/distance/test_games.h"

namespace agon::knowledge {
namespace {

using testing::distances_of;
using testing::fluent;
using testing::library_sheet;
using testing::Sheet;
using testing::state_of;
using testing::text_sheet;

// The value of an atom that does not hold (Schiffel's thesis, section 6.2).
double atom_value(double relative) {
  constexpr double kThreshold = 0.55;
  return relative == Distances::kInfinite ? 0 : (1 - kThreshold) * (1 - relative);
}

TEST(Distances, TicTacToeCellsAreOneStepAwayOrLost) {
  const Sheet sheet = library_sheet("tictactoe");
  const DistanceKnowledge found = distances_of(sheet);
  const std::uint32_t corner = *found.distances.find(fluent(*sheet.program, "(cell 3 1 x)"));
  // The same truth values in the row, x x _ and x x o: only the distance of the last cell separates the states.
  const std::vector<std::string> rest = {"(control xplayer)", "(cell 1 1 x)", "(cell 2 1 x)"};
  std::vector<std::string> open = rest, lost = rest;
  open.emplace_back("(cell 3 1 blank)");
  lost.emplace_back("(cell 3 1 o)");
  EXPECT_DOUBLE_EQ(atom_value(found.distances.relative(corner, state_of(*sheet.program, open))), 0.225);
  EXPECT_DOUBLE_EQ(atom_value(found.distances.relative(corner, state_of(*sheet.program, lost))), 0);
}

TEST(Distances, PawnsAreSixStepsFromTheFarRow) {
  const Sheet sheet = text_sheet(testing::kPawns);
  const ground::GroundProgram& program = *sheet.program;
  const DistanceKnowledge found = distances_of(sheet);
  const StateBits start = state_bits(program.initial, program.fluents.size());
  for (int x = 1; x <= 8; ++x) {
    const std::uint32_t target = *found.distances.find(fluent(program, "(holds " + std::to_string(x) + " 1 black)"));
    EXPECT_EQ(found.distances.steps(target, start), 6U);
    EXPECT_EQ(found.distances.furthest(target), 7U);
    EXPECT_DOUBLE_EQ(found.distances.relative(target, start), 0.75);
    EXPECT_DOUBLE_EQ(atom_value(found.distances.relative(target, start)), 0.1125);
  }
  const std::uint32_t corner = *found.distances.find(fluent(program, "(holds 1 1 black)"));
  EXPECT_EQ(found.distances.steps(corner, state_of(program, {"(holds 3 2 black)"})), Distances::kUnreachable);
  EXPECT_EQ(found.distances.steps(corner, state_of(program, {"(holds 2 2 black)"})), 1U);

  // A pawn in the centre is nearer to more of the far row than one at the edge.
  const auto promise = [&](const std::string& pawn) {
    double sum = 0;
    for (std::uint32_t t = 0; t < found.distances.targets().size(); ++t)
      sum += atom_value(found.distances.relative(t, state_of(program, {pawn})));
    return sum;
  };
  EXPECT_GT(promise("(holds 4 4 black)"), promise("(holds 1 4 black)"));

  // The heat map of a corner is a cone.
  const std::vector<std::uint32_t> map = found.distances.map(corner);
  for (int x = 1; x <= 8; ++x) {
    for (int y = 1; y <= 8; ++y) {
      const auto steps = map[fluent(program, "(holds " + std::to_string(x) + " " + std::to_string(y) + " black)")];
      EXPECT_EQ(steps, x <= y ? static_cast<std::uint32_t>(y - 1) : Distances::kUnreachable) << x << ' ' << y;
    }
  }
}

// All squares empty but one.
StateBits alone(const ground::GroundProgram& program, char piece, int x, int y) {
  std::vector<std::string> fluents{"(control white)"};
  for (int u = 1; u <= 6; ++u) {
    for (int v = 1; v <= 6; ++v) {
      const std::string content = u == x && v == y ? std::string(1, piece) : "empty";
      fluents.push_back("(cell " + std::to_string(u) + " " + std::to_string(v) + " " + content + ")");
    }
  }
  return state_of(program, fluents);
}

TEST(Distances, PiecesMoveAsTheyMove) {
  const Sheet sheet = text_sheet(testing::kPieces);
  const ground::GroundProgram& program = *sheet.program;
  std::vector<std::uint32_t> all(program.fluents.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  DistanceOptions options = testing::unhurried_distances();
  options.targets = all;
  const DistanceKnowledge found = distances_of(sheet, options);
  const auto steps = [&](char piece, int x, int y, int u, int v) {
    const std::uint32_t target = fluent(program, fmt::format("(cell {} {} {})", u, v, piece));
    return found.distances.steps(*found.distances.find(target), alone(program, piece, x, y));
  };
  EXPECT_EQ(steps('n', 3, 3, 4, 3), 3U);
  EXPECT_EQ(steps('n', 3, 3, 5, 4), 1U);
  EXPECT_EQ(steps('n', 3, 3, 4, 4), 2U);
  EXPECT_EQ(steps('b', 3, 1, 3, 3), 2U);
  EXPECT_EQ(steps('b', 3, 1, 4, 1), Distances::kUnreachable);
  for (int x = 1; x <= 6; ++x) {
    for (int y = 1; y <= 6; ++y) {
      const auto chebyshev = static_cast<std::uint32_t>(std::max(std::abs(x - 2), std::abs(y - 5)));
      EXPECT_EQ(steps('k', 2, 5, x, y), chebyshev) << x << ' ' << y;
    }
  }
  EXPECT_EQ(steps('n', 1, 1, 1, 1), 0U);
}

TEST(Distances, NoneIsInadmissibleAlongRandomPlay) {
  for (const char* name : {"tictactoe", "breakthrough-6x6", "connectfour", "nim", "eight-puzzle", "blocks-world", "lights-out",
                           "goofspiel", "knightthrough", "chinese-checkers-2"}) {
    SCOPED_TRACE(name);
    const Sheet sheet = library_sheet(name);
    ASSERT_TRUE(sheet.program);
    const DistanceKnowledge found = distances_of(sheet);
    const AdmissibilityCheck check = check_admissible(sheet.engine, *sheet.program, found, 5, 1'000, 60);
    EXPECT_THAT(check.violations, ::testing::IsEmpty());
    EXPECT_GE(check.pairs, 1'000U);
  }
}

// The test itself must notice: a graph without edges claims that nothing ever changes.
TEST(Distances, AGraphWithoutEdgesIsCaught) {
  const Sheet sheet = library_sheet("tictactoe");
  DistanceKnowledge found = distances_of(sheet);
  FluentGraph& graph = found.graphs.front();
  graph.sources.clear();
  std::ranges::fill(graph.begin, 0U);
  found.distances = Distances(graph, found.distances.targets());
  EXPECT_FALSE(check_admissible(sheet.engine, *sheet.program, found, 5, 1'000, 60).violations.empty());
}

TEST(Distances, TargetsBeyondTheBudgetAreOneStepAway) {
  const Sheet sheet = library_sheet("tictactoe");
  const DistanceKnowledge found = distances_of(sheet);
  int asked = 0;
  const Distances some(found.graphs.front(), found.distances.targets(), [&](std::size_t) { return ++asked > 4; });
  EXPECT_EQ(some.finished(), 4U);
  ASSERT_EQ(some.targets().size(), found.distances.targets().size());
  const StateBits start = state_bits(sheet.program->initial, sheet.program->fluents.size());
  for (std::uint32_t t = 4; t < some.targets().size(); ++t) {
    const bool holds = std::ranges::count(sheet.program->initial, some.targets()[t]) > 0;
    EXPECT_EQ(some.steps(t, start), holds ? 0U : 1U);
  }
}

TEST(Distances, OneSeedOneAnswer) {
  const Sheet sheet = library_sheet("breakthrough-6x6");
  const DistanceKnowledge first = distances_of(sheet);
  const DistanceKnowledge second = distances_of(sheet);
  EXPECT_EQ(first.graphs.front().sources, second.graphs.front().sources);
  EXPECT_EQ(first.graph_of, second.graph_of);
  EXPECT_EQ(first.report.rule, second.report.rule);
}

}  // namespace
}  // namespace agon::knowledge
