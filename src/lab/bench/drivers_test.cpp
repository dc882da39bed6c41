// The drivers on games whose numbers are known, and the statistics that decide whether a figure may be printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "game/any_engine.h"
#include "ground/grounder.h"
#include "lab/bench/engine_contestant.h"
#include "library/library.h"

namespace agon::lab {
namespace {

gdl::Rules rules_of(const std::string& name) {
  auto rules = library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(name);
  EXPECT_TRUE(rules.ok()) << name;
  return std::move(*rules);
}
std::shared_ptr<const engines::Prover> prover_for(const std::string& name) { return *engines::Prover::create(rules_of(name)); }
std::shared_ptr<const engines::Updater> updater_for(const std::string& name) {
  return *engines::Updater::create(*ground::ground(rules_of(name)));
}

template <game::Engine E>
TreeCount count_from_start(const E& engine, int depth) {
  auto scratch = engine.make_scratch();
  return count_tree(engine, scratch, engine.initial_state(scratch), depth);
}

// States entered per depth, root included: 1, 9, 72, 504, 3024, 15120, 54720.
TEST(MinimaxTest, CountsTheStatesOfTicTacToe) {
  const auto prover = prover_for("tictactoe");
  const TreeCount count = count_from_start(*prover, 6);
  EXPECT_EQ(count.nodes + 1, 73'450U);
  EXPECT_EQ(count.ends, 1'440U + 5'328U);
  EXPECT_EQ(count.goals, 100 * (1'440 + 5'328));
  EXPECT_EQ(count_from_start(*updater_for("tictactoe"), 6), count);
  EXPECT_EQ(count_from_start(game::AnyEngine("prover", prover), 6), count);
}

TEST(MinimaxTest, TakesEveryJointMove) {
  EXPECT_EQ(count_from_start(*prover_for("rock-paper-scissors"), 1).nodes, 9U);
  EXPECT_EQ(count_from_start(*prover_for("connectfour"), 4).nodes, 8U + 64 + 512 + 4096);
}

TEST(MinimaxTest, KnowsWhenATreeIsExhausted) {
  const auto engine = updater_for("queens-8");
  auto scratch = engine->make_scratch();
  Minimax<engines::Updater> search(*engine, scratch);
  const auto never = [](std::uint64_t) { return false; };
  EXPECT_FALSE(search.search(engine->initial_state(scratch), 7, never));
  EXPECT_TRUE(search.search(engine->initial_state(scratch), 8, never));
  // Depths 1 to 8, no more: there is nothing below.
  const auto trees = count_trees(*engine, scratch, engine->initial_state(scratch), 1e9, 100);
  ASSERT_EQ(trees.size(), 8U);
  EXPECT_EQ(trees.back().nodes, 8U + 42 + 140 + 344 + 568 + 550 + 312 + 92);
}

TEST(MinimaxTest, StopsWhenTold) {
  const auto engine = updater_for("connectfour");
  auto scratch = engine->make_scratch();
  Minimax<engines::Updater> search(*engine, scratch);
  EXPECT_FALSE(search.search(engine->initial_state(scratch), 20, [](std::uint64_t nodes) { return nodes >= 1000; }));
  EXPECT_EQ(search.count().nodes, 1000U);
}

TEST(MonteCarloTest, OneSeedOnePlayoutOnEveryEngine) {
  for (const char* name : {"tictactoe", "connectfour", "rock-paper-scissors", "queens-8"}) {
    const auto prover = prover_for(name);
    const auto updater = updater_for(name);
    PlayoutStream<engines::Prover> a(*prover, 7, kMaxSteps);
    PlayoutStream<engines::Updater> b(*updater, 7, kMaxSteps);
    a.run(std::uint64_t{50});
    b.run(std::uint64_t{50});
    EXPECT_EQ(a.states(), b.states()) << name;
    EXPECT_EQ(a.statistics().length.squares, b.statistics().length.squares) << name;
    for (std::size_t r = 0; r < a.statistics().goals.size(); ++r)
      EXPECT_EQ(a.statistics().goals[r].sum, b.statistics().goals[r].sum) << name;
  }
}

TEST(MonteCarloTest, AStreamGoesOnWhereItWasInterrupted) {
  const auto engine = updater_for("connectfour");
  PlayoutStream<engines::Updater> whole(*engine, 3, kMaxSteps);
  PlayoutStream<engines::Updater> pieces(*engine, 3, kMaxSteps);
  Alarm short_while(0.002);
  pieces.run(short_while);
  const std::uint64_t done = pieces.statistics().length.count;
  pieces.run(std::uint64_t{20});
  whole.run(done + 20);
  EXPECT_EQ(whole.statistics().length.sum, pieces.statistics().length.sum);
}

TEST(MonteCarloTest, CutsWhatDoesNotEnd) {
  const auto engine = updater_for("connectfour");
  PlayoutStream<engines::Updater> stream(*engine, 1, 5);
  stream.run(std::uint64_t{10});
  EXPECT_EQ(stream.statistics().cut, 10U);
  EXPECT_EQ(stream.states(), 50U);
}

TEST(RecordedMatchTest, AllEnginesSeeTheSamePositions) {
  const auto prover = prover_for("breakthrough");
  const auto updater = updater_for("breakthrough");
  const RecordedMatch match = record_match(*prover, 1, 300, 1e9);
  EXPECT_TRUE(match.finished);
  EXPECT_EQ(match.steps, record_match(*updater, 1, 300, 1e9).steps);
  const std::vector<std::size_t> positions = chosen_positions(match, 4);
  ASSERT_EQ(positions.size(), 4U);
  EXPECT_EQ(positions.front(), 0U);
  EXPECT_LT(positions.back(), match.steps.size());
  EngineContestant<engines::Prover> a(prover, Stopwatch(), {});
  EngineContestant<engines::Updater> b(updater, Stopwatch(), {});
  ASSERT_TRUE(a.follow(match, positions));
  ASSERT_TRUE(b.follow(match, positions));
  const auto mine = a.count(1e9, 2);
  EXPECT_EQ(mine, b.count(1e9, 2));
  EXPECT_EQ(mine[0][1].nodes, 22U + 484);
  RecordedMatch wrong = match;
  wrong.steps[0][0] = "(move 1 1 8 8)";
  EXPECT_FALSE(b.follow(wrong, positions));
}

TEST(StatisticsTest, MeanAndVariance) {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  EXPECT_DOUBLE_EQ(sample.mean(), 5);
  EXPECT_NEAR(sample.variance(), 32.0 / 7, 1e-12);
  Sample twice = sample;
  twice.add(sample);
  EXPECT_EQ(twice.count, 16U);
  EXPECT_DOUBLE_EQ(twice.mean(), 5);
}

PlayoutStatistics coin(double heads_every, int count) {
  PlayoutStatistics result;
  result.goals.resize(1);
  for (int i = 0; i < count; ++i) {
    result.length.add(10);
    result.goals[0].add(std::fmod(i, heads_every) < 1 ? 100 : 0);
  }
  return result;
}

TEST(StatisticsTest, TellsWrongGoalsFromBadLuck) {
  EXPECT_FALSE(disagreement(coin(2, 1000), coin(2, 100'000)));
  EXPECT_TRUE(disagreement(coin(2, 1000), coin(3, 100'000)));
  EXPECT_FALSE(disagreement(coin(2, 4), coin(3, 100'000)));  // too little to say anything
  PlayoutStatistics longer = coin(2, 1000);
  longer.length = {};
  longer.length.add(11, 1000);
  EXPECT_TRUE(disagreement(coin(2, 1000), longer));  // no scatter at all: any difference is one
}

TEST(StatisticsTest, MediansAndGrowth) {
  EXPECT_DOUBLE_EQ(median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_DOUBLE_EQ(spread({9, 10, 12}), 0.3);
  const std::vector<double> x = {1, 2, 4, 8};
  const std::vector<double> y = {3, 12, 48, 192};
  EXPECT_NEAR(*growth_exponent(x, y), 2, 1e-9);
  EXPECT_FALSE(growth_exponent(std::vector<double>{4, 4}, std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace agon::lab
