#include "serve/match/step/step_clock.h"

#include <gtest/gtest.h>

namespace agon::serve {
namespace {

using namespace std::chrono_literals;

const StepClock::TimePoint kNow{1h};
const StepTimeouts kTimeouts{150ms, 120s, 48h, 10min};

TEST(StepClock, WithAClockAProgramHasTheGraceOfItsLinkLonger) {
  const StepClock clock = start_clock(2.5, kTimeouts, kNow, 1'000);
  EXPECT_EQ(clock.since, 1'000);
  EXPECT_EQ(clock.until, 3'500);
  EXPECT_EQ(clock.program, kNow + 2'650ms);
  EXPECT_FALSE(clock.timed_out(false, kNow + 2'649ms));
  EXPECT_TRUE(clock.timed_out(false, kNow + 2'650ms));
  EXPECT_FALSE(clock.timed_out(true, kNow + 3'649ms));
  EXPECT_TRUE(clock.timed_out(true, kNow + 3'650ms));
}

TEST(StepClock, WithoutOnePeopleHaveDaysAndLinksKeepTheTimeOfPrograms) {
  const StepClock clock = start_clock(0, kTimeouts, kNow, 1'000);
  EXPECT_FALSE(clock.until);
  EXPECT_EQ(clock.program, kNow + 120s);
  EXPECT_FALSE(clock.timed_out(true, kNow + 1000h));
  EXPECT_FALSE(clock.timed_out(false, kNow + 47h));
  EXPECT_TRUE(clock.timed_out(false, kNow + 48h));
}

TEST(StepClock, LooksAgainWhenTheNextSeatMayBeLate) {
  const StepClock clock = start_clock(1, kTimeouts, kNow, 0);
  EXPECT_EQ(clock.next(true, kNow), clock.person);
  EXPECT_EQ(clock.next(false, kNow), clock.wall);
  EXPECT_EQ(clock.next(true, clock.person), clock.wall);
}

}  // namespace
}  // namespace agon::serve
