// Theorem 5.1: a formula has a degree of at least t exactly where it holds. On random states of many games, against the prover.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engines/prover/prover.h"
#include "game/any_engine.h"
#include "knowledge/evaluation/test_sheets.h"

namespace agon::knowledge::evaluation {
namespace {

using namespace testing;  // NOLINT: the vocabulary of this file

constexpr const char* kGames[] = {"tictactoe",      "breakthrough-5x5", "nim",          "connectfour", "hex-5x5",
                                  "eight-puzzle",   "othello-6x6",      "blocks-world", "lights-out",  "number-scrabble",
                                  "dots-and-boxes", "peg-solitaire"};
constexpr Mode kModes[] = {Mode::Plain, Mode::Grounded, Mode::Structure};

// The states of a few random matches, as terms.
template <class Visit>
void random_states(const engines::Prover& prover, std::uint64_t seed, int count, Visit&& visit) {
  auto scratch = prover.make_scratch();
  Rng rng(seed);
  auto state = prover.initial_state(scratch);
  game::MoveBuffer moves;
  for (int i = 0; i < count; ++i) {
    visit(scratch, state);
    std::vector<MoveId> joint;
    if (!prover.is_terminal(scratch, state)) {
      for (std::uint32_t r = 0; r < prover.info().role_count(); ++r) {
        prover.legal_moves(scratch, state, RoleId{r}, moves);
        if (moves.empty()) break;
        joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
    if (joint.size() == prover.info().role_count()) prover.apply(scratch, state, joint);
    else state = prover.initial_state(scratch);
  }
}

TEST(Theorem51, HoldsInRandomStatesOfTwelveGames) {
  std::size_t pairs = 0;
  for (const char* name : kGames) {
    const GroundSheet sheet = ground_game(name);
    const auto prover = engines::Prover::create(sheet.rules, {});
    ASSERT_TRUE(prover.ok()) << name;
    for (const Mode mode : kModes) {
      const auto evaluation = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, mode);
      const Network& network = evaluation->plan()->network();
      EXPECT_TRUE(network.notes.empty()) << name << ": " << network.notes.front();
      StateEvaluator evaluator(evaluation);
      game::TermBuffer fluents;
      std::vector<int> values;
      random_states(**prover, 7, 160, [&](auto& scratch, const auto& state) {
        (*prover)->fluents(state, fluents);
        std::vector<std::string> texts;
        for (const TermId fluent : fluents) texts.push_back((*prover)->terms().text(fluent));
        evaluator.load(state_of(*sheet.program, texts));
        EXPECT_EQ(evaluator.evaluator().broken(), 0U) << name;
        EXPECT_EQ(evaluator.evaluator().degree(network.terminal).holds, (*prover)->is_terminal(scratch, state)) << name;
        ++pairs;
        for (std::uint32_t r = 0; r < network.goals.size(); ++r) {
          (*prover)->goal_values(scratch, state, RoleId{r}, values);
          for (const GoalFormula& goal : network.goals[r]) {
            if (goal.value == 0) continue;  // of no weight, so never evaluated
            const Degree degree = evaluator.evaluator().degree(goal.formula);
            const bool truth = std::ranges::find(values, goal.value) != values.end();
            EXPECT_EQ(degree.holds, truth) << name << ": " << kModeNames[static_cast<int>(mode)] << " goal " << goal.value;
            EXPECT_TRUE(truth ? degree.value() >= kThreshold - 1e-12 : degree.value() <= 1 - kThreshold + 1e-12);
            ++pairs;
          }
        }
      });
    }
  }
  EXPECT_GE(pairs, 10'000U);
}

// Section 5.1.3: a stack of three blocks two thirds of which stands, and one of a thousand that stands.
TEST(Threshold, AFinishedLongGoalIsWorthMoreThanMostOfAShortOne) {
  const auto stack = [](int right, int wrong) {
    Conjunction fold;
    for (int i = 0; i < right; ++i) fold.add(kAtomHolds);
    for (int i = 0; i < wrong; ++i) fold.add(kAtomFails);
    return fold.degree();
  };
  const auto either = [](const Degree& a, const Degree& b) {
    Disjunction fold;
    fold.add(a);
    fold.add(b);
    return fold.degree().value();
  };
  EXPECT_GT(either(stack(1, 2), stack(1000, 0)), either(stack(2, 1), stack(1, 999)));
  // The product norm has it the other way round.
  const auto product = [](int right, int wrong) { return std::pow(0.75, right) * std::pow(0.25, wrong); };
  const auto sum = [](double a, double b) { return a + b - a * b; };
  EXPECT_LT(sum(product(1, 2), product(1000, 0)), sum(product(2, 1), product(1, 999)));
}

}  // namespace
}  // namespace agon::knowledge::evaluation
