#include "engines/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/test_helpers.h"

namespace agon::engines {
namespace {

TEST(Ladder, PlaysAtOnceAndClimbsToTheTop) {
  Workshop workshop(gdl::read_game("gdl/connectfour"));
  auto ladder = Ladder::start(workshop);
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
  const EngineTable table({*standard_engines().find("prover"),
                           {.name = "circuit",
                            .what = "a circuit that nobody can build",
                            .source = EngineKind::Source::Circuit,
                            .make = [](Workshop&) -> Result<game::AnyEngine> { return limit_reached("tiny", "no time for it"); },
                            .rung = 2}});
  Workshop workshop(gdl::read_game("gdl/chess"), {.limits = {}, .table = &table});
  auto ladder = Ladder::start(workshop);
  ASSERT_TRUE(ladder);
  ASSERT_TRUE((*ladder)->wait_for(std::chrono::minutes(1)));
  EXPECT_EQ((*ladder)->best().name(), "prover");
  EXPECT_EQ((*ladder)->lanes(), nullptr);
  EXPECT_EQ((*ladder)->rungs().back().status, Rung::Status::Failed);
  EXPECT_FALSE((*ladder)->rungs().back().reason.empty());
}

TEST(Ladder, StartsFromACircuitThatIsThere) {
  Workshop workshop(gdl::read_game("gdl/connectfour"));
  const auto circuit = workshop.circuit();
  ASSERT_TRUE(circuit);
  auto ladder = Ladder::start(workshop);
  ASSERT_TRUE(ladder);
  ASSERT_TRUE((*ladder)->wait_for(std::chrono::minutes(1)));
  EXPECT_EQ((*ladder)->best().name(), "circuit");
  ASSERT_NE((*ladder)->lanes(), nullptr);
  EXPECT_EQ(&(*ladder)->lanes()->circuit(), circuit->get());
  EXPECT_EQ(*workshop.lanes(), (*ladder)->lanes());
  EXPECT_EQ((*ladder)->rungs()[1].status, Rung::Status::Skipped);
}

TEST(Ladder, CanBeLeftInTheMiddle) {
  Workshop workshop(gdl::read_game("gdl/chess"));
  auto ladder = Ladder::start(workshop);
  ASSERT_TRUE(ladder);
}

}  // namespace
}  // namespace agon::engines
