#include <gtest/gtest.h>

#include <bit>

#include "circuit/build.h"
#include "circuit/evaluator.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"

namespace agon::circuit {
namespace {

std::shared_ptr<const ground::GroundProgram> program_of(const std::string& name) {
  auto rules = gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
  EXPECT_TRUE(rules);
  auto program = ground::ground(*rules);
  EXPECT_TRUE(program);
  return *program;
}

TEST(Network, GatesAreStoredOnce) {
  Network net;
  const Lit a = Lit::of(net.add_input(NodeKind::Fluent, 0));
  const Lit b = Lit::of(net.add_input(NodeKind::Fluent, 1));
  EXPECT_EQ(net.make_and(a, b), net.make_and(b, a));
  EXPECT_EQ(net.make_and(a, !a), kFalse);
  EXPECT_EQ(net.make_and(a, kTrue), a);
  EXPECT_EQ(net.make_or(a, net.make_and(a, b)), a) << "absorbed";
  EXPECT_EQ(net.make_or(net.make_and(a, b), net.make_and(a, !b)), a) << "whoever has the turn";
}

TEST(Network, SetsThatShareMembersShareGates) {
  Network net;
  std::vector<Lit> all;
  for (std::uint32_t i = 0; i < 64; ++i) all.push_back(Lit::of(net.add_input(NodeKind::Fluent, i)));
  (void)net.make_or(all);
  const std::size_t before = net.size();
  for (std::size_t out = 0; out < all.size(); ++out) {
    std::vector<Lit> rest = all;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(out));
    (void)net.make_or(rest);
  }
  EXPECT_LE(net.size() - before, 64U * 6U) << "all but one of 64 needs six gates, not 62";
}

TEST(Network, MembersOfAGroupExcludeEachOther) {
  Network net;
  const NodeId x = net.add_input(NodeKind::Fluent, 0);
  const NodeId o = net.add_input(NodeKind::Fluent, 1);
  net.set_group(x, 0);
  net.set_group(o, 0);
  EXPECT_EQ(net.make_and(Lit::of(x), Lit::of(o)), kFalse);
  EXPECT_EQ(net.make_and(Lit::of(x), !Lit::of(o)), Lit::of(x));
}

// The smaller of two bids: pairs with one second bid share a condition, pairs with one first bid a move. Without the latter every
// pair has a gate of its own.
TEST(Circuit, RulesThatShareAMoveAreFactored) {
  constexpr int kBids = 60;
  std::string text = "(role a) (role b) (init (low 0)) (goal a 100) (goal b 0) (<= terminal (true (low 0)) (true (low 1)))";
  for (int i = 0; i < kBids; ++i) {
    text += "(bid " + std::to_string(i) + ") ";
    for (int j = i; j < kBids; ++j) text += "(upto " + std::to_string(i) + " " + std::to_string(j) + ") ";
  }
  text += R"(
    (<= (legal ?r (bids ?x)) (role ?r) (bid ?x))
    (<= (smaller ?x ?y ?x) (upto ?x ?y))
    (<= (smaller ?x ?y ?y) (upto ?y ?x) (distinct ?x ?y))
    (<= (next (low ?m)) (does a (bids ?x)) (does b (bids ?y)) (smaller ?x ?y ?m)))";
  const auto rules = gdl::read_text(text, "bids.kif");
  ASSERT_TRUE(rules);
  const auto program = ground::ground(*rules);
  ASSERT_TRUE(program);
  ASSERT_GE((*program)->rule_count(), kBids * kBids);
  const auto circuit = build(*program);
  ASSERT_TRUE(circuit);
  EXPECT_LT((*circuit)->gate_count(), kBids * kBids / 4);
}

TEST(Circuit, TurnsAndContentsAreProved) {
  BuildReport report;
  const auto circuit = build(program_of("breakthrough"), {}, &report);
  ASSERT_TRUE(circuit);
  ASSERT_EQ((*circuit)->selectors.size(), 1U) << "white and black share one choice";
  EXPECT_EQ((*circuit)->selectors[0].roles.size(), 2U);
  EXPECT_EQ(report.groups, 65U) << "64 cells and whose turn it is";
}

TEST(Circuit, EachPassMayBeOff) {
  const auto program = program_of("tictactoe");
  std::vector<std::uint64_t> expected;
  for (std::size_t off = 0; off <= std::size(kPasses); ++off) {
    BuildOptions options;
    if (off < std::size(kPasses)) options.passes.*kPasses[off].flag = false;
    const auto circuit = build(program, options);
    ASSERT_TRUE(circuit);
    // The same states one step after the start, over all choices of the lanes.
    Simulation simulation(**circuit, 3);
    simulation.step();
    std::uint64_t marks = 0;
    for (const std::uint64_t word : simulation.fluents()) marks += static_cast<unsigned>(std::popcount(word));
    expected.push_back(marks);
  }
  for (const std::uint64_t marks : expected) EXPECT_EQ(marks, expected.front());
}

// All 64 states of six cells, one a lane: the loop that counts the taken ones must say how many they are.
TEST(Circuit, ACountingLoopCountsInEveryState) {
  std::string text = R"(
    (role r)
    (<= (legal r (take ?x)) (cell ?x) (not (true (taken ?x))))
    (<= (next (taken ?x)) (does r (take ?x)))
    (<= (next (taken ?x)) (true (taken ?x)))
    (<= (loop 6 ?n ?n) (number ?n))
    (<= (loop ?x ?n ?w) (one ?x ?n ?m) (succ ?x ?y) (loop ?y ?m ?w))
    (<= (one ?x ?n ?n) (cell ?x) (number ?n) (not (true (taken ?x))))
    (<= (one ?x ?n ?m) (succ ?n ?m) (true (taken ?x)))
    (<= terminal (loop 0 0 6))
    (<= (goal r ?w) (loop 0 0 ?w)))";
  for (int i = 0; i < 40; ++i)
    text += "(number " + std::to_string(i) + ") (succ " + std::to_string(i) + " " + std::to_string(i + 1) + ") ";
  for (int i = 0; i < 6; ++i) text += "(cell " + std::to_string(i) + ") ";
  const auto rules = gdl::read_text(text, "count.kif");
  ASSERT_TRUE(rules);
  const auto program = ground::ground(*rules);
  ASSERT_TRUE(program);
  const auto circuit = build(*program);
  ASSERT_TRUE(circuit);
  ASSERT_EQ((*program)->fluents.size(), 6U);
  Evaluator evaluator(**circuit);
  for (std::size_t f = 0; f < 6; ++f) {
    std::uint64_t taken = 0;
    for (std::uint64_t lane = 0; lane < 64; ++lane) taken |= (lane >> f & 1U) << lane;
    evaluator.set_fluent(f, taken);
  }
  evaluator.evaluate_state();
  ASSERT_EQ((*circuit)->goals[0].size(), 7U);
  for (const auto& goal : (*circuit)->goals[0]) {
    for (std::uint64_t lane = 0; lane < 64; ++lane)
      EXPECT_EQ(evaluator.value(goal.lit) >> lane & 1U, std::popcount(lane) == goal.value ? 1U : 0U) << lane;
  }
}

TEST(Circuit, PositiveRecursionIsALeastFixpoint) {
  const std::string text = R"(
    (role r) (init (on a)) (legal r go) (goal r 0)
    (link a b) (link b c) (link c b) (link d d)
    (<= (lit ?x) (true (on ?x)))
    (<= (lit ?y) (lit ?x) (link ?x ?y) (not (true (cut ?x ?y))))
    (<= (next (on ?x)) (true (on ?x)))
    (<= (next (cut a b)) (does r go))
    (<= (next (seen ?x)) (lit ?x))
    (<= terminal (true (cut a b))))";
  auto rules = gdl::read_text(text, "loop.kif");
  ASSERT_TRUE(rules);
  const auto program = ground::ground(*rules);
  ASSERT_TRUE(program);
  const auto circuit = build(*program);
  ASSERT_TRUE(circuit);
  EXPECT_FALSE((*circuit)->network.loops.empty());
  Simulation simulation(**circuit, 1);
  simulation.step();
  std::size_t seen = 0;
  for (std::size_t f = 0; f < (*program)->fluents.size(); ++f)
    seen += (*program)->terms->text((*program)->fluents[f]).starts_with("(seen") && simulation.fluents()[f] != 0 ? 1 : 0;
  EXPECT_EQ(seen, 3U) << "a, b and c; d has only itself";
}

TEST(Passes, AreReadByName) {
  EXPECT_EQ(*parse_passes("all"), Passes{});
  EXPECT_FALSE(parse_passes("all,-factor")->factor);
  EXPECT_TRUE(parse_passes("none,factor")->factor);
  EXPECT_FALSE(parse_passes("none,factor")->forced);
  EXPECT_FALSE(parse_passes("nonsense"));
}

}  // namespace
}  // namespace agon::circuit
