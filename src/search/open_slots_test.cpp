// The slots for knowledge are open: an evaluation and a playout policy that only this file knows, in every place that takes one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/lanes/lanes.h"
#include "search/evaluation/maker.h"
#include "search/mcts/make_mcts.h"
#include "search/mcts/playout/stepwise.h"
#include "search/minimax/minimax.h"
#include "search/test_games.h"

namespace agon::search {
namespace {

using engines::CircuitEngine;
using game::AnyEngine;
using ::testing::ElementsAre;

// ---- an evaluation ----

// Whether a fluent holds.
template <game::Engine E>
class FluentEvaluation final : public Evaluation<E> {
 public:
  explicit FluentEvaluation(std::string fluent) : fluent_(std::move(fluent)) {}
  void values(const E& engine, typename E::Scratch&, const typename E::State& state, std::span<double> out) override {
    game::TermBuffer fluents;
    engine.fluents(state, fluents);
    const bool holds = std::ranges::any_of(fluents, [&](TermId term) { return engine.terms().text(term) == fluent_; });
    std::ranges::fill(out, holds ? 90.0 : 10.0);
  }

 private:
  std::string fluent_;
};

struct FluentMaker final : GenericEvaluationMaker<FluentMaker> {
  explicit FluentMaker(std::string text) : fluent(std::move(text)) {}
  template <game::Engine E>
  [[nodiscard]] std::unique_ptr<Evaluation<E>> make_for(const E&) const {
    return std::make_unique<FluentEvaluation<E>>(fluent);
  }
  std::string fluent;
};

// One choice, and then a long way to a draw whatever it was; or out at once, with 60.
std::string long_way() {
  std::string text = R"((role a) (init (step 0)) (<= (legal a left) (true (step 0))) (<= (legal a right) (true (step 0)))
    (<= (legal a out) (true (step 0))) (<= (legal a wait) (not (true (step 0))))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= (next (went ?x)) (does a ?x) (true (step 0)))
    (<= (next (went ?x)) (true (went ?x))) (<= terminal (true (step 40))) (<= terminal (true (went out)))
    (<= (goal a 60) (true (went out))) (<= (goal a 50) (not (true (went out)))))";
  for (int i = 0; i < 40; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  return text;
}

// In canonical order.
constexpr std::size_t kLeft = 0, kOut = 1, kRight = 2;

// The circuit engine and one that is known only as an AnyEngine.
std::vector<AnyEngine> both_kinds(const std::string& text) {
  return {fixtures::circuit_engine(text), fixtures::prover_engine(text)};
}

std::vector<double> values(const Thought& thought) {
  std::vector<double> result;
  for (const MoveThought& move : thought.moves) result.push_back(move.value);
  return result;
}

auto near(const std::vector<double>& expected) { return ::testing::Pointwise(::testing::DoubleNear(1e-4), expected); }

std::vector<std::uint64_t> visits(const Thought& thought) {
  std::vector<std::uint64_t> result;
  for (const MoveThought& move : thought.moves) result.push_back(move.visits);
  return result;
}

mcts::Options small(std::uint64_t seed = 1) {
  mcts::Options options;
  options.memory_bytes = std::size_t{16} << 20U;
  options.seed = seed;
  options.best_line = false;
  return options;
}

Thought search(const AnyEngine& engine, const mcts::Options& options, std::uint64_t iterations) {
  auto searcher = make_mcts(engine, nullptr, options);
  EXPECT_TRUE(searcher.ok());
  return (*searcher)->think(RoleId{0}, {.iterations = iterations});
}

TEST(OpenEvaluation, ValuesTheLeavesOfMinimax) {
  for (const AnyEngine& engine : both_kinds(long_way())) {
    for (const auto& [fluent, expected] : {std::pair{"(went left)", kLeft}, std::pair{"(went right)", kRight}}) {
      const auto searcher =
          minimax::make_minimax(engine, {.max_depth = 2, .evaluation = std::make_shared<FluentMaker>(std::string(fluent))});
      ASSERT_TRUE(searcher.ok());
      const Thought thought = (*searcher)->think(RoleId{0}, {});
      EXPECT_EQ(thought.choice.index(), expected) << engine.name();
      EXPECT_EQ(thought.value[0], 90);
      EXPECT_EQ(thought.moves[kOut].value, 60);
    }
  }
}

TEST(OpenEvaluation, ValuesPlayoutsThatAreCutOff) {
  for (const AnyEngine& engine : both_kinds(long_way())) {
    mcts::Options options = small();
    options.playout.cutoff = 3;
    EXPECT_THAT(values(search(engine, options, 30)), near({50, 60, 50})) << "goals, where nothing else is said";
    options.playout.evaluation = std::make_shared<FluentMaker>("(went right)");
    EXPECT_THAT(values(search(engine, options, 30)), near({10, 60, 90})) << engine.name();
  }
}

// The value of the state behind a move decides what is tried first; an end is worth its goal and not what is thought of it.
TEST(OpenEvaluation, IsAPriorOfMoves) {
  for (const AnyEngine& engine : both_kinds(long_way())) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      mcts::Options options = small(seed);
      options.prior = std::make_shared<FluentMaker>("(went right)");
      EXPECT_THAT(visits(search(engine, options, 1)), ElementsAre(0, 0, 1));
      EXPECT_THAT(visits(search(engine, options, 2)), ElementsAre(0, 1, 1)) << "60 is more than 10";
    }
  }
}

TEST(OpenEvaluation, BiasesSelectionByItsWeight) {
  const AnyEngine engine = fixtures::circuit_engine(long_way());
  mcts::Options options = small();
  options.solver = false;
  options.prior = std::make_shared<FluentMaker>("(went left)");
  const Thought plain = search(engine, options, 60);
  options.select.progressive_bias = 40;
  const Thought biased = search(engine, options, 60);
  EXPECT_LT(visits(plain)[kLeft], visits(plain)[kOut]);
  EXPECT_GT(visits(biased)[kLeft], visits(biased)[kOut]);
  EXPECT_GT(visits(biased)[kLeft], visits(biased)[kRight]);
}

TEST(OpenEvaluation, WorksInSeveralThreads) {
  mcts::Options options = small();
  options.threads = 3;
  options.prior = std::make_shared<FluentMaker>("(went right)");
  options.playout = {.cutoff = 2, .evaluation = options.prior};
  EXPECT_GE(search(fixtures::circuit_engine(fixtures::library_text("connectfour")), options, 500).iterations, 500U);
}

// ---- a playout policy ----

// What policies were told; one thread.
struct Log {
  std::vector<std::size_t> learned;  // lengths of traces
  int match_steps = 0, cleared = 0;
};

// Always the last legal move; of moves it thinks the more, the lower their number.
template <game::Engine E>
class LastMove final : public mcts::StepwisePlayout<E>, mcts::MovePreference {
 public:
  LastMove(const mcts::PlayoutSetup<E>& setup, Log& log) : mcts::StepwisePlayout<E>(setup), log_(log) {}
  void learn(const mcts::Trace& trace, std::span<const double>) override { log_.learned.push_back(trace.steps()); }
  void on_match_step() override { ++log_.match_steps; }
  void clear() override { ++log_.cleared; }
  mcts::MovePreference* preference() override { return this; }
  double score(std::size_t, MoveId move, const mcts::Trace&) override { return 1.0 / (1.0 + move.value); }
  std::size_t choose(std::size_t, std::span<const MoveId>, const mcts::Trace&, Rng&) override { return 0; }

 private:
  std::size_t choose(const E&, typename E::Scratch&, const typename E::State&, RoleId, std::span<const MoveId> legal,
                     const mcts::Trace&, Rng&) override {
    return legal.size() - 1;
  }
  Log& log_;
};

struct LastMoveMaker : mcts::PlayoutMaker {
  explicit LastMoveMaker(Log& shared) : log(shared) {}
  std::unique_ptr<mcts::PlayoutPolicy<CircuitEngine>> make(const mcts::PlayoutSetup<CircuitEngine>& setup) const override {
    return std::make_unique<LastMove<CircuitEngine>>(setup, log);
  }
  std::unique_ptr<mcts::PlayoutPolicy<AnyEngine>> make(const mcts::PlayoutSetup<AnyEngine>& setup) const override {
    return std::make_unique<LastMove<AnyEngine>>(setup, log);
  }
  bool needs_trace() const override { return true; }
  bool has_preference() const override { return true; }
  Log& log;
};

// Ten steps to the left or right; 100 for whoever never goes left.
constexpr const char* kTenSteps = R"((role a) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
  (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10) (legal a left) (legal a right) (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
  (<= (next wrong) (does a left)) (<= (next wrong) (true wrong)) (<= terminal (true (step 10)))
  (<= (goal a 100) (not (true wrong))) (<= (goal a 0) (true wrong)))";

TEST(OpenPlayout, ChoosesTheMovesAndHearsOfResults) {
  for (const AnyEngine& engine : both_kinds(kTenSteps)) {
    Log log;
    mcts::Options options = small();
    options.solver = false;
    options.playout.policy = std::make_shared<LastMoveMaker>(log);
    auto searcher = make_mcts(engine, nullptr, options);
    ASSERT_TRUE(searcher.ok());
    const Thought thought = (*searcher)->think(RoleId{0}, {.iterations = 2});
    EXPECT_EQ(thought.moves[0].value, 0) << engine.name();
    EXPECT_EQ(thought.moves[1].value, 100) << "a random playout would hardly find it";
    EXPECT_THAT(log.learned, ElementsAre(10, 10)) << "the moves of the tree and of the playout";
    EXPECT_EQ(log.cleared, 1);
    (*searcher)->advance(game::JointChoice{Choice{1}});
    EXPECT_EQ(log.match_steps, 1);
    (*searcher)->restart();
    EXPECT_EQ(log.cleared, 2);
  }
}

TEST(OpenPlayout, PrefersMovesInTheTreeAndAtTheEnd) {
  Log log;
  mcts::Options options = small();
  options.solver = false;
  options.playout.policy = std::make_shared<LastMoveMaker>(log);
  const AnyEngine engine = fixtures::circuit_engine(kTenSteps);
  EXPECT_THAT(visits(search(engine, options, 1)), ElementsAre(1, 0)) << "of untried moves the one it prefers";
  options.decision = mcts::Options::Decision::Knowledge;
  EXPECT_EQ(search(engine, options, 20).choice.value, 1U);
  options.select.tolerance = 1;  // every move is as good as another
  EXPECT_EQ(search(engine, options, 20).choice.value, 0U);
}

// In lanes it is the weights of moves that count: none for the left.
struct WeighingMaker final : LastMoveMaker {
  WeighingMaker(Log& shared, std::shared_ptr<const CircuitEngine> weighed) : LastMoveMaker(shared), engine(std::move(weighed)) {}
  std::vector<std::uint32_t> lane_weights(const circuit::Circuit& circuit) const override {
    std::vector<std::uint32_t> weights(circuit.moves.size());
    for (std::uint32_t m = 0; m < weights.size(); ++m)
      weights[m] = engine->terms().text(engine->move_term(RoleId{0}, MoveId{m})) == "right" ? 3 : 0;
    return weights;
  }
  std::shared_ptr<const CircuitEngine> engine;
};

TEST(OpenPlayout, WeighsMovesInLanes) {
  const auto circuit = *circuit::build(*ground::ground(fixtures::read_rules_text(kTenSteps)));
  const auto inside = *CircuitEngine::create(circuit);
  const AnyEngine engine("circuit", inside);
  const auto uniform = *engines::Lanes::create(circuit), weighted = *engines::Lanes::create(circuit, {.weight_bits = 2});
  Log log;
  mcts::Options options = small();
  options.lanes = true;
  options.solver = false;
  options.playout.policy = std::make_shared<LastMoveMaker>(log);
  const auto without_weights = make_mcts(engine, weighted, options);
  ASSERT_FALSE(without_weights);
  EXPECT_EQ(without_weights.error().diagnostics[0].code, "lanes-policy");
  options.playout.policy = std::make_shared<WeighingMaker>(log, inside);
  const auto without_bits = make_mcts(engine, uniform, options);
  ASSERT_FALSE(without_bits);
  EXPECT_EQ(without_bits.error().diagnostics[0].code, "no-weights");
  auto searcher = make_mcts(engine, weighted, options);
  ASSERT_TRUE(searcher.ok());
  EXPECT_THAT(values((*searcher)->think(RoleId{0}, {.iterations = 2})), ElementsAre(0, 100));
}

}  // namespace
}  // namespace agon::search
