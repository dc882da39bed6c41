// Extreme settings: the answers stay the same, or there is a clean error.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "game/random_step.h"
#include "lab/lanes_check.h"
#include "tests/diff/game_setup.h"

namespace agon {
namespace {

using engines::Isa;
using engines::Lanes;
using engines::LanesOptions;
using engines::PlayoutTotals;

// Recursion; GDL-II with and without chance; moves at the same time; one player; many players; ordinary board games.
const std::vector<std::string> kGames = {"hex-5x5",         "lines-of-action-6x6", "atari-go",    "kuhn-poker",
                                         "blind-tictactoe", "mastermind",          "goofspiel",   "tron",
                                         "blotto",          "eight-puzzle",        "lights-out",  "three-player-nim",
                                         "tictactoe",       "connectfour",         "othello-6x6", "chinese-checkers-3",
                                         "checkers-scored"};

class HostileTest : public testing::TestWithParam<std::string> {
 protected:
  const gdl::Rules rules_ = tests::library_rules(GetParam());
};

TEST_P(HostileTest, CircuitsAreRightWithAnyPassOff) {
  const auto prover = engines::Prover::create(rules_);
  ASSERT_TRUE(prover);
  std::vector<std::string> settings{"all", "none"};
  for (const circuit::PassName& pass : circuit::kPasses) settings.push_back(std::string("all,-") + pass.name);
  for (const std::string& setting : settings) {
    const auto passes = circuit::parse_passes(setting);
    ASSERT_TRUE(passes);
    lab::EngineSet set = lab::make_engine_set(rules_, *lab::parse_engine_set("circuit"), {.limits = {}, .passes = *passes});
    ASSERT_FALSE(set.engines.empty());
    set.engines.insert(set.engines.begin(), game::AnyEngine("prover", *prover));
    const lab::LockstepReport report =
        lab::lockstep(set.engines, {.seed = 11, .states = 60, .time = std::chrono::duration<double>(1)});
    tests::expect_agreement(GetParam() + " with passes " + setting, rules_, set.engines, report, 11);
    EXPECT_GT(report.states, 0U);
  }
}

TEST_P(HostileTest, ChainerIsRightWithoutRoomForTables) {
  engines::ChainerOptions tiny;
  tiny.rule_bytes = 1;
  tiny.table_bytes = 1;
  tiny.sample_states = 1;
  engines::ChainerOptions lazy;
  lazy.lazy = true;
  lazy.order = engines::chainer::Order::Best;
  engines::ChainerOptions faithful;
  faithful.faithful = true;
  const auto prover = engines::Prover::create(rules_);
  ASSERT_TRUE(prover);
  std::vector<game::AnyEngine> engines{game::AnyEngine("prover", *prover)};
  for (const auto& [name, options] : {std::pair{"tiny", tiny}, {"lazy", lazy}, {"faithful", faithful}}) {
    const auto chainer = engines::Chainer::create(rules_, {}, options);
    ASSERT_TRUE(chainer) << name << ": " << chainer.error().diagnostics.front().message;
    engines.emplace_back(name, *chainer);
  }
  const lab::LockstepReport report = lab::lockstep(engines, {.seed = 12, .states = 60, .time = std::chrono::duration<double>(1)});
  tests::expect_agreement(GetParam(), rules_, engines, report, 12);
}

TEST_P(HostileTest, UpdaterIsRightWithAnyPartOff) {
  const auto prover = engines::Prover::create(rules_);
  const auto program = ground::ground(rules_);
  ASSERT_TRUE(prover && program);
  std::vector<game::AnyEngine> engines{game::AnyEngine("prover", *prover)};
  for (const auto& [name, part] : {std::pair{"lazy_queues", &engines::UpdaterOptions::lazy_queues},
                                   {"literal_counters", &engines::UpdaterOptions::literal_counters},
                                   {"bucket_queue", &engines::UpdaterOptions::bucket_queue},
                                   {"primary_support", &engines::UpdaterOptions::primary_support},
                                   {"incremental", &engines::UpdaterOptions::incremental}}) {
    engines::UpdaterOptions options;
    options.*part = false;
    const auto updater = engines::Updater::create(*program, options);
    ASSERT_TRUE(updater);
    engines.emplace_back(std::string("updater without ") + name, *updater);
  }
  const lab::LockstepReport report = lab::lockstep(engines, {.seed = 13, .states = 60, .time = std::chrono::duration<double>(1)});
  tests::expect_agreement(GetParam(), rules_, engines, report, 13);
}

// ---- lanes ----

struct Setting {
  Isa isa;
  unsigned width;
};
std::vector<Setting> lane_settings() {
  std::vector<Setting> settings;
  for (const Isa isa : {Isa::Portable, Isa::Avx2, Isa::Avx512}) {
    if (!supported(isa)) continue;
    for (const unsigned width : {64U, 128U, 256U, 512U}) {
      const bool possible = isa == Isa::Portable || width == 256 || (isa == Isa::Avx512 && width == 512);
      if (possible) settings.push_back({isa, width});
    }
  }
  return settings;
}

std::string words(const Setting& setting) { return to_string(setting.isa) + " " + std::to_string(setting.width); }

// Everything but `passes`, which counts idle lanes too.
void expect_same(const PlayoutTotals& a, const PlayoutTotals& b, const std::string& what) {
  EXPECT_EQ(a.playouts, b.playouts) << what;
  EXPECT_EQ(a.cut, b.cut) << what;
  EXPECT_EQ(a.states, b.states) << what;
  EXPECT_EQ(a.goals, b.goals) << what;
  EXPECT_EQ(a.lengths, b.lengths) << what;
  EXPECT_EQ(a.made, b.made) << what;
  EXPECT_EQ(a.made_goals, b.made_goals) << what;
}

std::shared_ptr<const Lanes> make_lanes(const std::shared_ptr<const circuit::Circuit>& circuit, const Setting& setting,
                                        LanesOptions options) {
  options.isa = setting.isa;
  options.width = setting.width;
  const auto lanes = Lanes::create(circuit, options);
  EXPECT_TRUE(lanes);
  EXPECT_EQ((*lanes)->options().isa, setting.isa) << (*lanes)->note();
  EXPECT_EQ((*lanes)->options().width, setting.width);
  return *lanes;
}

// States in the middle of matches, as lanes take them.
std::vector<engines::StateWords> some_states(const engines::CircuitEngine& engine, std::size_t count) {
  auto scratch = engine.make_scratch();
  Rng rng(21);
  std::vector<engines::StateWords> result;
  game::RandomStep random(engine);
  while (result.size() < count) {
    auto state = engine.initial_state(scratch);
    for (int step = 0; step < 60 && result.size() < count; ++step) {
      if (rng.below(3) == 0) result.emplace_back(state.words.begin(), state.words.end());
      if (!random.step(scratch, state, rng)) break;
    }
  }
  return result;
}

TEST_P(HostileTest, LanesPlayTheSameAtEveryWidthAndOnEveryInstructionSet) {
  const auto circuit = tests::make_circuit(rules_);
  const auto engine = engines::CircuitEngine::create(circuit);
  ASSERT_TRUE(engine);
  const std::vector<engines::StateWords> starts = some_states(**engine, 7);
  for (const bool statistics : {false, true}) {
    const LanesOptions options{.move_statistics = statistics, .max_steps = 150};
    std::optional<PlayoutTotals> first;
    std::optional<engines::BatchResult> first_batch;
    for (const Setting& setting : lane_settings()) {
      const auto lanes = make_lanes(circuit, setting, options);
      // Nine groups fill no width evenly.
      const PlayoutTotals totals = lanes->playouts(9, 2, 77, 1, true);
      EXPECT_EQ(totals.playouts, 9U * 64 * 2);
      if (first) expect_same(*first, totals, words(setting));
      else first = totals;
      if (statistics) continue;
      expect_same(totals, lanes->playouts(9, 2, 77, 3, true), words(setting) + ", three threads");
      const engines::BatchResult batch = lanes->batch(starts, 37, 78);
      if (!first_batch) first_batch = batch;
      EXPECT_EQ(batch.playouts, std::vector<std::uint32_t>(starts.size(), 37)) << words(setting);
      EXPECT_EQ(batch.goal_sums, first_batch->goal_sums) << words(setting);
      EXPECT_EQ(lanes->batch(starts, 37, 78, 3).goal_sums, batch.goal_sums) << words(setting) << ", three threads";
    }
  }
}

// Starts come in while others play, more than there are lanes, and the stream is asked again and again for half of what is open.
engines::BatchResult streamed(const std::shared_ptr<const engines::Lanes>& lanes, std::span<const engines::StateWords> starts,
                              std::uint32_t count, std::size_t roles) {
  engines::Lanes::Stream stream(lanes, 512, 79);
  engines::BatchResult result;
  result.clear(starts.size(), roles);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t open = stream.open();
    stream.start(starts[i], static_cast<std::uint32_t>(i), count);
    EXPECT_EQ(stream.open(), open + count);
    if (i % 3 == 2) stream.play(stream.open() / 2, result);
  }
  stream.play(0, result);
  EXPECT_EQ(stream.open(), 0U);
  // Dropped playouts add nothing.
  const engines::BatchResult before = result;
  stream.start(starts[0], 0, 1'000);
  stream.drop();
  EXPECT_EQ(stream.open(), 0U);
  stream.play(0, result);
  EXPECT_EQ(result.playouts, before.playouts);
  return result;
}

TEST_P(HostileTest, StreamsPlayTheSameEverywhereAndAsBatchesDo) {
  const auto circuit = tests::make_circuit(rules_);
  const auto engine = engines::CircuitEngine::create(circuit);
  ASSERT_TRUE(engine);
  const std::vector<engines::StateWords> starts = some_states(**engine, 7);
  const std::size_t roles = (*engine)->info().role_count();
  constexpr std::uint32_t kCount = 256;
  std::optional<engines::BatchResult> first;
  for (const Setting& setting : lane_settings()) {
    const auto lanes = make_lanes(circuit, setting, {.max_steps = 150});
    const engines::BatchResult result = streamed(lanes, starts, kCount, roles);
    EXPECT_EQ(result.playouts, std::vector<std::uint32_t>(starts.size(), kCount)) << words(setting);
    if (first) {
      EXPECT_EQ(result.goal_sums, first->goal_sums) << words(setting);
      EXPECT_EQ(result.states, first->states) << words(setting);
      continue;
    }
    first = result;
    const engines::BatchResult batch = lanes->batch(starts, kCount, 78);
    const double sigma = 100 * std::sqrt(0.25 / kCount) * std::numbers::sqrt2;  // of a difference of two means, at most
    for (std::size_t i = 0; i < result.goal_sums.size(); ++i) {
      const double difference = (static_cast<double>(result.goal_sums[i]) - static_cast<double>(batch.goal_sums[i])) / kCount;
      EXPECT_LT(std::abs(difference), 6 * sigma) << "start " << i / roles << ", role " << i % roles;
    }
  }
}

TEST_P(HostileTest, WeightedLanesPlayTheSameEverywhere) {
  const auto circuit = tests::make_circuit(rules_);
  std::vector<std::uint32_t> weights;
  for (const circuit::MoveInput& input : circuit->moves) weights.push_back(1 + (input.leaf * 7 + input.selector) % 15);
  std::optional<PlayoutTotals> first;
  for (const Setting& setting : lane_settings()) {
    const auto plain = make_lanes(circuit, setting, {.weight_bits = 4, .max_steps = 100});
    const auto lanes = plain->with_weights(weights);
    ASSERT_TRUE(lanes);
    const PlayoutTotals totals = (*lanes)->playouts(3, 1, 5, 1, true);
    if (first) expect_same(*first, totals, words(setting));
    else first = totals;
  }
}

TEST_P(HostileTest, LanesAgreeWithTheCircuitEngineFromAnyState) {
  const auto circuit = tests::make_circuit(rules_);
  const auto engine = engines::CircuitEngine::create(circuit);
  const auto lanes = Lanes::create(circuit, {.max_steps = 300});
  ASSERT_TRUE(engine && lanes);
  const lab::LanesReport report = lab::check_lanes(**lanes, **engine, {.seed = 31, .time = std::chrono::duration<double>(0.6)});
  EXPECT_EQ(report.what, "");
  EXPECT_GT(report.playouts, 0U);
}

INSTANTIATE_TEST_SUITE_P(Game, HostileTest, testing::ValuesIn(kGames), [](const auto& name) {
  std::string result = name.param;
  std::ranges::replace(result, '-', '_');
  return result;
});

// ---- matches without an end ----

gdl::Rules rules_of(const std::string& text) {
  Result<gdl::Rules> rules = gdl::read_text(text, "test");
  EXPECT_TRUE(rules);
  return std::move(*rules);
}

const char* const kEndless = R"((role walker)
  (init (at 1))
  (legal walker left) (legal walker right)
  (<= (next (at 1)) (true (at 2)) (does walker left))  (<= (next (at 2)) (true (at 1)) (does walker right))
  (<= (next (at 1)) (true (at 1)) (does walker left))  (<= (next (at 2)) (true (at 2)) (does walker right))
  (<= terminal (true (at 3)))
  (goal walker 50))";

TEST(EndlessTest, PlayoutsAreCutAtTheirLastStep) {
  const gdl::Rules rules = rules_of(kEndless);
  const auto circuit = tests::make_circuit(rules);
  for (const std::uint32_t max_steps : {1U, 2U, 10U, 63U, 64U, 1000U}) {
    for (const Setting& setting : lane_settings()) {
      const auto lanes = make_lanes(circuit, setting, {.max_steps = max_steps});
      const PlayoutTotals totals = lanes->playouts(1, 2, 1, 1, true);
      EXPECT_EQ(totals.playouts, 128U) << words(setting);
      EXPECT_EQ(totals.cut, 128U) << words(setting);
      EXPECT_EQ(totals.states, 128U * max_steps) << words(setting);
      EXPECT_EQ(totals.lengths[max_steps], 128U) << words(setting);
    }
    const auto engine = engines::CircuitEngine::create(circuit);
    ASSERT_TRUE(engine);
    auto scratch = (*engine)->make_scratch();
    Rng rng(1);
    const game::PlayoutResult result = (*engine)->playout(scratch, (*engine)->initial_state(scratch), rng, max_steps);
    EXPECT_FALSE(result.ended);
    EXPECT_EQ(result.steps, max_steps);
  }
  const lab::EngineSet set = lab::make_engine_set(rules, lab::engine_set_names());
  const lab::LockstepReport report = lab::lockstep(set.engines, {.states = 300, .max_steps = 50});
  tests::expect_agreement("endless", rules, set.engines, report, 1);
  EXPECT_EQ(report.ended, 0U);
}

// After one move no role has a legal move, and the state is not terminal.
TEST(EndlessTest, AMatchInWhichNobodyCanMoveIsLeft) {
  const gdl::Rules rules = rules_of(R"((role a) (role b) (init fresh)
    (<= (legal a go) (true fresh)) (<= (legal a stay) (true fresh)) (legal b wait)
    (<= (next done) (does a go)) (<= (next stale) (does a stay))
    (<= terminal (true done)) (<= (goal a 100) (true done)) (<= (goal a 0) (not (true done))) (goal b 50))");
  const auto circuit = tests::make_circuit(rules);
  for (const Setting& setting : lane_settings()) {
    const PlayoutTotals totals = make_lanes(circuit, setting, {.max_steps = 20})->playouts(4, 1, 1);
    EXPECT_EQ(totals.playouts, 256U) << words(setting);
    EXPECT_GT(totals.cut, 64U) << words(setting);
    EXPECT_LT(totals.cut, 192U) << words(setting);
    EXPECT_EQ(totals.goals[0].back(), totals.playouts - totals.cut) << words(setting);
  }
  const lab::EngineSet set = lab::make_engine_set(rules, lab::engine_set_names());
  const lab::LockstepReport report = lab::lockstep(set.engines, {.states = 100, .max_steps = 50});
  tests::expect_agreement("stuck", rules, set.engines, report, 1);
  EXPECT_LT(report.ended, report.matches);
}

TEST(LanesTest, LanesOfOne) {
  const auto circuit = tests::make_circuit(tests::library_rules("tictactoe"));
  const auto engine = engines::CircuitEngine::create(circuit);
  ASSERT_TRUE(engine);
  const std::vector<engines::StateWords> starts = some_states(**engine, 1);
  for (const Setting& setting : lane_settings()) {
    const auto lanes = make_lanes(circuit, setting, {});
    EXPECT_EQ(lanes->batch(starts, 1, 3).playouts, std::vector<std::uint32_t>{1});
    EXPECT_TRUE(lanes->batch({}, 5, 3).playouts.empty());
    EXPECT_EQ(lanes->batch(starts, 0, 3).playouts, std::vector<std::uint32_t>{0});
    EXPECT_EQ(lanes->playouts(0, 3, 1).playouts, 0U);
    EXPECT_EQ(lanes->playouts(3, 0, 1).playouts, 0U);
  }
}

TEST(LanesTest, BadOptionsAreErrors) {
  const auto circuit = tests::make_circuit(tests::library_rules("tictactoe"));
  EXPECT_FALSE(Lanes::create(circuit, {.width = 65}));
  EXPECT_FALSE(Lanes::create(circuit, {.weight_bits = 9}));
  EXPECT_FALSE(Lanes::create(circuit, {.max_steps = 0}));
  const auto lanes = Lanes::create(circuit);
  ASSERT_TRUE(lanes);
  EXPECT_FALSE((*lanes)->with_weights({}));
}

// ---- tiny budgets ----

void expect_clean_limit(const Error& error, const std::string& what) {
  EXPECT_EQ(error.category, Error::Category::LimitReached) << what;
  ASSERT_FALSE(error.diagnostics.empty()) << what;
  EXPECT_FALSE(error.diagnostics.front().message.empty()) << what;
}

TEST(BudgetTest, GroundingStopsInTime) {
  const auto program = ground::ground(tests::library_rules("chess"), {.time = std::chrono::milliseconds(1), .progress = {}});
  ASSERT_FALSE(program);
  expect_clean_limit(program.error(), "time");
}

TEST(BudgetTest, GroundingStopsAtItsMemory) {
  const auto program = ground::ground(tests::library_rules("chess"), {.memory_bytes = std::size_t{1} << 20U, .progress = {}});
  ASSERT_FALSE(program);
  expect_clean_limit(program.error(), "memory");
}

TEST(BudgetTest, BuildingACircuitStops) {
  const auto program = ground::ground(tests::library_rules("othello"));
  ASSERT_TRUE(program);
  circuit::BuildOptions quick;
  quick.time = std::chrono::milliseconds(1);
  const auto late = circuit::build(*program, quick);
  ASSERT_FALSE(late);
  expect_clean_limit(late.error(), "time");
  circuit::BuildOptions small;
  small.memory_bytes = std::size_t{1} << 16U;
  const auto large = circuit::build(*program, small);
  ASSERT_FALSE(large);
  expect_clean_limit(large.error(), "memory");
}

TEST(BudgetTest, NoTimeForProofsStillGivesARightCircuit) {
  const gdl::Rules rules = tests::library_rules("connectfour");
  const auto program = ground::ground(rules);
  ASSERT_TRUE(program);
  circuit::BuildOptions options;
  options.proof_time = std::chrono::milliseconds(0);
  const auto built = circuit::build(*program, options);
  ASSERT_TRUE(built);
  const auto engine = engines::CircuitEngine::create(*built);
  const auto prover = engines::Prover::create(rules);
  ASSERT_TRUE(engine && prover);
  const std::vector<game::AnyEngine> engines{game::AnyEngine("prover", *prover), game::AnyEngine("circuit", *engine)};
  tests::expect_agreement("connectfour", rules, engines, lab::lockstep(engines, {.states = 200}), 1);
}

// Every engine on a large game with next to nothing: an error, or an engine that answers or drops out; never a crash.
TEST(BudgetTest, EnginesWithNextToNothingFailCleanly) {
  for (const char* name : {"chess", "amazons", "stress-function-terms", "stress-wide-join"}) {
    const gdl::Rules rules = tests::library_rules(name);
    Limits limits;
    limits.time = std::chrono::milliseconds(20);
    limits.memory_bytes = std::size_t{1} << 20U;
    const lab::EngineSet set = lab::make_engine_set(rules, lab::engine_set_names(), {.limits = limits, .passes = {}});
    for (const lab::Missing& missing : set.missing) EXPECT_FALSE(missing.why.empty()) << name << " " << missing.engine;
    const lab::LockstepReport report = lab::lockstep(set.engines, {.states = 5, .time = std::chrono::duration<double>(1)});
    tests::expect_agreement(name, rules, set.engines, report, 1);
  }
}

}  // namespace
}  // namespace agon
