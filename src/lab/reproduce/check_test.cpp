// When an answer counts: budgets, and what is said about them.
#include "lab/reproduce/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/reproduce/named_values.h"

namespace agon::lab::reproduce {
namespace {

using State = CheckOutcome::State;
using testing::HasSubstr;

const CheckSpec kSpec{"sheep", "There are sheep.", 3, {{"games", 200}, {"simulations", 1000}}, ""};

State state_of(bool holds, double games, double simulations) {
  return judge(kSpec, {holds, "12", {}, {{"games", games}, {"simulations", simulations}}}).state;
}

TEST(Check, BelowItsBudgetItIsNotMeasuredWhateverTheFigure) {
  EXPECT_EQ(state_of(true, 199, 1000), State::NotMeasured);
  EXPECT_EQ(state_of(false, 199, 1000), State::NotMeasured);
  EXPECT_EQ(state_of(true, 200, 999), State::NotMeasured);
}

TEST(Check, AtAndAboveItsBudgetItHoldsOrFails) {
  EXPECT_EQ(state_of(true, 200, 1000), State::Holds);
  EXPECT_EQ(state_of(false, 200, 1000), State::Fails);
  EXPECT_EQ(state_of(true, 5000, 1e6), State::Holds);
  EXPECT_EQ(state_of(false, 5000, 1e6), State::Fails);
}

TEST(Check, SaysWhatIsLackingAndKeepsTheFigure) {
  const CheckOutcome outcome = judge(kSpec, {true, "12 sheep", Estimate{12, 11, 14}, {{"games", 60}, {"simulations", 1000}}});
  EXPECT_EQ(outcome.reason, "games 60 of 200: 12 sheep");
  ASSERT_TRUE(outcome.figure);
  EXPECT_EQ(outcome.figure->high, 14);
}

TEST(Check, WithoutABudgetItIsAnswered) { EXPECT_EQ(judge({"sheep", "", 0, {}, ""}, {false, "", {}, {}}).state, State::Fails); }

TEST(Check, WhatItNeedsMustBeCounted) { EXPECT_THROW((void)judge(kSpec, {true, "", {}, {{"games", 300}}}), LookupError); }

TEST(Check, AmountsAreReadable) { EXPECT_EQ(amounts_text(kSpec.needs), "games 200, simulations 1,000"); }

}  // namespace
}  // namespace agon::lab::reproduce
