// The figures that follow from the printed formulas: conjunctions of three atoms, and tic-tac-toe in three modes.
#include <gtest/gtest.h>

#include "knowledge/evaluation/test_sheets.h"

namespace agon::knowledge::evaluation {
namespace {

using namespace testing;  // NOLINT: the vocabulary of this file

Degree conjunction_of(int holding, int failing) {
  Conjunction fold;
  for (int i = 0; i < holding; ++i) fold.add(kAtomHolds);
  for (int i = 0; i < failing; ++i) fold.add(kAtomFails);
  return fold.degree();
}

TEST(FuzzyAnchors, ConjunctionsOfThreeAtoms) {
  EXPECT_NEAR(conjunction_of(3, 0).value(), 0.7310025938, 1e-10);
  EXPECT_NEAR(conjunction_of(2, 1).value(), 0.2499999930, 1e-10);
  EXPECT_NEAR(conjunction_of(1, 2).value(), 0.2145294061, 1e-10);
  EXPECT_NEAR(conjunction_of(0, 3).value(), 0.1930077815, 1e-10);
}

TEST(FuzzyAnchors, TheThresholdActsFromThe6747thAtomOn) {
  EXPECT_GT(conjunction_of(6746, 0).value(), kThreshold);
  EXPECT_NEAR(conjunction_of(6747, 0).value(), kThreshold, 1e-12);
  EXPECT_NEAR(conjunction_of(20'000, 0).value(), kThreshold, 1e-12);
}

TEST(FuzzyAnchors, ManyFailuresGoBelowZeroAndKeepTheirOrder) {
  EXPECT_NEAR(conjunction_of(0, 74).value(), 0.00074, 1e-5);
  EXPECT_NEAR(conjunction_of(0, 75).value(), -0.00015, 1e-5);
  EXPECT_LT(conjunction_of(0, 200).value(), conjunction_of(0, 199).value());
}

TEST(FuzzyAnchors, ADisjunctionOfFalsePartsIsCapped) {
  Disjunction fold;
  for (int i = 0; i < 10'000; ++i) fold.add(kAtomFails);
  EXPECT_NEAR(fold.degree().value(), 1 - kThreshold, 1e-12);
  EXPECT_FALSE(fold.degree().holds);
}

// The distance of a mark: one step from a blank cell, never from the other mark. Found by hand; the farthest is one step.
class MarkDistance final : public FluentDistance {
 public:
  explicit MarkDistance(const ground::GroundProgram& program) : blank_(program.fluents.size(), kNone) {
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
      const std::string text = program.terms->text(program.fluents[f]);
      if (text.starts_with("(cell") && (text.ends_with(" x)") || text.ends_with(" o)")))
        blank_[f] = fluent_of(program, text.substr(0, text.size() - 2) + "blank)");
      if (text.ends_with("blank)")) blank_[f] = f;  // itself: once gone it never comes back
    }
  }
  bool knows(std::uint32_t fluent) const override { return blank_[fluent] != kNone; }
  std::vector<std::uint32_t> looks_at(std::uint32_t fluent) const override { return {blank_[fluent]}; }
  double degree(std::uint32_t fluent, StateBits state) const override {
    return holds(state, blank_[fluent]) ? 1.0 / 2 : kUnreachable;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<std::uint32_t> blank_;
};

struct Position {
  const char* rows;
  double plain, grounded, distance;
};
constexpr Position kPositions[] = {
    {"_________", 41.659354, 40.374075, 39.392798}, {"____x____", 41.724105, 41.118279, 40.227040},
    {"x________", 41.692402, 40.999109, 40.106404}, {"_x_______", 41.659354, 40.851029, 39.951623},
    {"xx____oo_", 41.680748, 41.446721, 40.520033}, {"xxo___o__", 41.562394, 41.429750, 38.916077},
};

TEST(FuzzyAnchors, TicTacToe) {
  const GroundSheet sheet = ground_text(kTicTacToe);
  ASSERT_EQ(sheet.program->fluents.size(), 29U);
  const auto plain = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Plain);
  const auto grounded = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Grounded);
  const auto distance = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Distance,
                                                               std::make_shared<const MarkDistance>(*sheet.program));
  EXPECT_EQ(plain->plan()->network().values, (std::vector<int>{0, 50, 100}));
  for (const Position& position : kPositions) {
    const Words state = board_of(*sheet.program, position.rows);
    EXPECT_NEAR(value_of(plain, 0, state), position.plain, 1e-6) << position.rows;
    EXPECT_NEAR(value_of(grounded, 0, state), position.grounded, 1e-6) << position.rows;
    EXPECT_NEAR(value_of(distance, 0, state), position.distance, 1e-6) << position.rows;
  }
}

TEST(FuzzyAnchors, OneEvaluatorAfterAnotherGivesTheSameAsAFreshOne) {
  const GroundSheet sheet = ground_text(kTicTacToe);
  const auto grounded = std::make_shared<const GoalEvaluation>(sheet.rules, sheet.program, Mode::Grounded);
  StateEvaluator evaluator(grounded);
  for (int round = 0; round < 2; ++round) {
    for (const Position& position : kPositions) {
      evaluator.load(board_of(*sheet.program, position.rows));
      EXPECT_NEAR(evaluator.value(RoleId{0}), position.grounded, 1e-6) << position.rows;
    }
  }
}

}  // namespace
}  // namespace agon::knowledge::evaluation
