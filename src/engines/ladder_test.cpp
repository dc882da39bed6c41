#include "engines/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/build.h"
#include "gdl/reader.h"
#include "ground/grounder.h"

namespace agon::engines {
namespace {

gdl::Rules sheet(const std::string& name) {
  auto rules = gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif");
  EXPECT_TRUE(rules);
  return std::move(*rules);
}

TEST(Ladder, PlaysAtOnceAndClimbsToTheTop) {
  const gdl::Rules rules = sheet("connectfour");
  auto ladder = Ladder::start(rules);
  ASSERT_TRUE(ladder);
  const game::AnyEngine first = (*ladder)->best();
  auto scratch = first.make_scratch();
  EXPECT_FALSE(first.is_terminal(scratch, first.initial_state(scratch)));
  ASSERT_TRUE((*ladder)->wait_for(std::chrono::minutes(1)));
  EXPECT_EQ((*ladder)->best().name(), "circuit");
  EXPECT_NE((*ladder)->lanes(), nullptr);
  for (const Rung& rung : (*ladder)->rungs()) EXPECT_EQ(rung.status, Rung::Status::Ready) << rung.engine << ": " << rung.reason;
}

TEST(Ladder, StaysOnAReasonerWhenTheBudgetIsTiny) {
  const gdl::Rules rules = sheet("chess");
  auto ladder = Ladder::start(rules, {.limits = {}, .time = std::chrono::milliseconds(1), .memory_bytes = 1 << 20, .lanes = {}, .built_circuit = {}, .built_lanes = {}});
  ASSERT_TRUE(ladder);
  ASSERT_TRUE((*ladder)->wait_for(std::chrono::minutes(1)));
  EXPECT_THAT((*ladder)->best().name(), testing::AnyOf("prover", "chainer"));
  EXPECT_EQ((*ladder)->lanes(), nullptr);
  EXPECT_EQ((*ladder)->rungs().back().status, Rung::Status::Failed);
  EXPECT_FALSE((*ladder)->rungs().back().reason.empty());
}

TEST(Ladder, StartsFromACircuitThatIsThere) {
  const gdl::Rules rules = sheet("connectfour");
  const auto program = ground::ground(rules, {});
  ASSERT_TRUE(program);
  const auto circuit = circuit::build(*program, {});
  ASSERT_TRUE(circuit);
  LadderOptions options;
  options.built_circuit = *circuit;
  auto ladder = Ladder::start(rules, options);
  ASSERT_TRUE(ladder);
  ASSERT_TRUE((*ladder)->wait_for(std::chrono::minutes(1)));
  EXPECT_EQ((*ladder)->best().name(), "circuit");
  ASSERT_NE((*ladder)->lanes(), nullptr);
  EXPECT_EQ(&(*ladder)->lanes()->circuit(), circuit->get());
  options.built_lanes = (*ladder)->lanes();
  auto another = Ladder::start(rules, options);
  ASSERT_TRUE((*another)->wait_for(std::chrono::minutes(1)));
  EXPECT_EQ((*another)->lanes(), options.built_lanes);
  EXPECT_EQ((*ladder)->rungs()[1].status, Rung::Status::Skipped);
}

TEST(Ladder, CanBeLeftInTheMiddle) {
  const gdl::Rules rules = sheet("chess");
  auto ladder = Ladder::start(rules);
  ASSERT_TRUE(ladder);
}

}  // namespace
}  // namespace agon::engines
