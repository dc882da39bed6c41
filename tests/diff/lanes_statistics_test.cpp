// Statistical tests of lanes: uniform or weighted choice, and playouts distributed as the prover's, by chi-squared tests.
//
// Seeds are fixed, so a test that passes once passes always; for a new seed all tests together would raise a false alarm about once
// in a million runs: some 50 comparisons at a level of 2e-8 each.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "game/random_step.h"
#include "tests/diff/chi_squared.h"
#include "tests/diff/game_setup.h"

namespace agon {
namespace {

using engines::Lanes;
using engines::PlayoutTotals;

constexpr double kLevel = 2e-8;

TEST(ChiSquaredTest, KnownTails) {
  EXPECT_NEAR(tests::chi_squared_tail(3.841459, 1), 0.05, 1e-6);
  EXPECT_NEAR(tests::chi_squared_tail(18.307038, 10), 0.05, 1e-6);
  EXPECT_NEAR(tests::chi_squared_tail(135.806723, 100), 0.01, 1e-6);
  EXPECT_NEAR(tests::chi_squared_tail(28.373987, 1) / 1e-7, 1, 1e-3);
}

// The legal moves of a role at the start, as numbers of the program.
std::vector<std::size_t> first_moves(const engines::CircuitEngine& engine, RoleId role) {
  auto scratch = engine.make_scratch();
  game::MoveBuffer legal;
  engine.legal_moves(scratch, engine.initial_state(scratch), role, legal);
  std::vector<std::size_t> moves;
  for (const MoveId move : legal) moves.push_back(engine.circuit().program->role_begin[role.index()] + move.value);
  return moves;
}

class FirstMoveTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    circuit_ = tests::make_circuit(tests::library_rules(GetParam()));
    auto engine = engines::CircuitEngine::create(circuit_);
    ASSERT_TRUE(engine);
    engine_ = *engine;
  }
  // One move from the start in each of 32,768 playouts: how often each move was made, against its weight.
  void check(const Lanes& lanes, const std::vector<std::uint32_t>& weights, std::uint64_t seed) {
    const PlayoutTotals totals = lanes.playouts(64, 8, seed);
    ASSERT_EQ(totals.playouts, 64U * 64 * 8);
    int compared = 0;
    for (std::uint32_t r = 0; r < engine_->info().role_count(); ++r) {
      const std::vector<std::size_t> legal = first_moves(*engine_, RoleId{r});
      if (legal.size() < 2) continue;  // counts of moves that are forced are not kept
      double sum = 0;
      for (const std::size_t move : legal) sum += weights[move];
      if (sum == 0) continue;
      std::vector<std::uint64_t> counts;
      std::vector<double> expected;
      const auto& program = *circuit_->program;
      for (std::size_t move = program.role_begin[r]; move < program.role_begin[r + 1]; ++move) {
        const bool can = std::ranges::find(legal, move) != legal.end();
        counts.push_back(totals.made[move]);
        expected.push_back(can ? static_cast<double>(totals.playouts) * weights[move] / sum : 0);
      }
      EXPECT_GT(tests::goodness_of_fit(counts, expected), kLevel) << engine_->info().roles[r];
      ++compared;
    }
    EXPECT_GT(compared, 0);
  }
  std::shared_ptr<const circuit::Circuit> circuit_;
  std::shared_ptr<const engines::CircuitEngine> engine_;
};

TEST_P(FirstMoveTest, IsUniform) {
  const auto lanes = Lanes::create(circuit_, {.move_statistics = true, .max_steps = 1});
  ASSERT_TRUE(lanes);
  check(**lanes, std::vector<std::uint32_t>(circuit_->moves.size(), 1), 101);
}

TEST_P(FirstMoveTest, GoesByWeight) {
  for (const unsigned bits : {1U, 3U, 8U}) {
    const auto plain = Lanes::create(circuit_, {.weight_bits = bits, .move_statistics = true, .max_steps = 1});
    ASSERT_TRUE(plain);
    std::vector<std::uint32_t> weights;
    // Moves that share a leaf share a weight. About one leaf in five has none, the others something from 1 up to the largest there
    // is.
    for (const circuit::MoveInput& input : circuit_->moves) {
      const std::uint32_t leaf = input.leaf == circuit::MoveInput::kForced ? 1 : input.leaf;
      const std::uint32_t dice = (leaf + 1) * 2654435761U >> 16U;
      weights.push_back(dice % 5 == 4 ? 0 : 1 + dice / 5 % ((1U << bits) - 1));
    }
    const auto lanes = (*plain)->with_weights(weights);
    ASSERT_TRUE(lanes);
    check(**lanes, weights, 102 + bits);
  }
}

INSTANTIATE_TEST_SUITE_P(Game, FirstMoveTest,
                         testing::Values("tictactoe", "connectfour", "breakthrough-6x6", "othello-6x6", "hex-5x5",
                                         "rock-paper-scissors", "blotto", "eight-puzzle", "kuhn-poker", "goofspiel", "knights-tour",
                                         "gomoku-9x9"),
                         [](const auto& name) {
                           std::string result = name.param;
                           std::ranges::replace(result, '-', '_');
                           return result;
                         });

// ---- whole matches ----

struct Histograms {
  std::vector<std::uint64_t> lengths;
  std::vector<std::vector<std::uint64_t>> goals;  // per role: by value; 101 where there is none
};

Histograms prover_playouts(const gdl::Rules& rules, int count, std::uint64_t seed, std::uint32_t max_steps) {
  const auto prover = engines::Prover::create(rules);
  EXPECT_TRUE(prover);
  auto scratch = (*prover)->make_scratch();
  const std::size_t roles = (*prover)->info().role_count();
  Histograms result{std::vector<std::uint64_t>(max_steps + 1), std::vector(roles, std::vector<std::uint64_t>(102))};
  Rng rng(seed);
  game::RandomStep random(**prover);
  for (int i = 0; i < count; ++i) {
    auto state = (*prover)->initial_state(scratch);
    std::uint32_t steps = 0;
    for (; steps < max_steps && !(*prover)->is_terminal(scratch, state); ++steps) {
      EXPECT_TRUE(random.step(scratch, state, rng));
    }
    ++result.lengths[steps];
    for (std::uint32_t r = 0; r < roles; ++r) {
      const int goal = (*prover)->goal(scratch, state, RoleId{r});
      ++result.goals[r][goal == game::kNoGoal ? 101 : static_cast<std::size_t>(goal)];
    }
  }
  return result;
}

Histograms lane_playouts(const Lanes& lanes, std::size_t roles, std::uint64_t seed) {
  const PlayoutTotals totals = lanes.playouts(64, 4, seed, 1, true);
  EXPECT_EQ(totals.cut, 0U);
  Histograms result{totals.lengths, std::vector(roles, std::vector<std::uint64_t>(102))};
  for (std::uint32_t r = 0; r < roles; ++r) {
    std::uint64_t known = 0;
    for (std::size_t v = 0; v < totals.goals[r].size(); ++v) {
      result.goals[r][static_cast<std::size_t>(lanes.goal_values(RoleId{r})[v])] += totals.goals[r][v];
      known += totals.goals[r][v];
    }
    result.goals[r][101] += totals.playouts - known;
  }
  return result;
}

class DistributionTest : public testing::TestWithParam<std::string> {};

TEST_P(DistributionTest, LengthsAndGoalsAreTheProversOnes) {
  constexpr std::uint32_t kMaxSteps = 500;
  const gdl::Rules rules = tests::library_rules(GetParam());
  const auto circuit = tests::make_circuit(rules);
  const auto lanes = Lanes::create(circuit, {.max_steps = kMaxSteps});
  ASSERT_TRUE(lanes);
  const Histograms expected = prover_playouts(rules, 1'500, 201, kMaxSteps);
  const Histograms found = lane_playouts(**lanes, circuit->program->info.role_count(), 202);
  EXPECT_GT(tests::two_samples(expected.lengths, found.lengths), kLevel) << "lengths";
  for (std::size_t r = 0; r < expected.goals.size(); ++r)
    EXPECT_GT(tests::two_samples(expected.goals[r], found.goals[r]), kLevel) << "goals of " << circuit->program->info.roles[r];
}

INSTANTIATE_TEST_SUITE_P(Game, DistributionTest,
                         testing::Values("tictactoe", "connectfour", "hex-5x5", "atari-go", "kuhn-poker", "blind-tictactoe",
                                         "rock-paper-scissors", "goofspiel", "tron", "nim", "three-player-nim", "dots-and-boxes",
                                         "pig", "knights-tour"),
                         [](const auto& name) {
                           std::string result = name.param;
                           std::ranges::replace(result, '-', '_');
                           return result;
                         });

}  // namespace
}  // namespace agon
