#include "cli/command_budget.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "cli/context.h"
#include "cli/out_of_memory.h"

namespace agon::cli {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMib = std::size_t{1} << 20U;

void nobody(const Error&) {}

TEST(CommandBudget, HandsOutWhatIsLeft) {
  const CommandBudget budget({.time = std::chrono::hours(1), .memory_bytes = 512 * kMib}, nobody);
  const Limits first = budget.left();
  EXPECT_GT(first.time, milliseconds(0));
  EXPECT_LE(first.time, std::chrono::hours(1));
  std::this_thread::sleep_for(milliseconds(2));
  const std::vector<char> used(256 * kMib, 'x');
  const Limits second = budget.left();
  EXPECT_LT(second.time, first.time);
  EXPECT_LT(second.memory_bytes, first.memory_bytes);
  EXPECT_EQ(used.back(), 'x');
}

TEST(CommandBudget, WithoutATimeNothingEnds) {
  const CommandBudget budget({.memory_bytes = kMib}, nobody);
  EXPECT_EQ(budget.left().time, milliseconds(0));
  EXPECT_NO_THROW(budget.check());
}

TEST(CommandBudget, LoopsStopBehindTheDeadline) {
  const CommandBudget budget({.time = milliseconds(1), .memory_bytes = kMib}, nobody);
  std::this_thread::sleep_for(milliseconds(2));
  EXPECT_THROW(budget.check(), LimitReached);
  EXPECT_EQ(budget.left().time, milliseconds(1)) << "0 would mean no limit";
}

TEST(CommandBudgetDeathTest, TheWatchdogEndsWhatLooksAtNoClock) {
  EXPECT_EXIT(
      {
        Context context;
        context.time_limit_seconds = 0.01;
        context.start_budget(kWholeCommand);
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      },
      testing::ExitedWithCode(kLimit), "did not end within 0.01 s");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(CommandBudgetDeathTest, AllocationsBeyondTheMemoryFail) {
  EXPECT_EXIT(
      {
        Context context;
        context.memory_mib = 64;
        context.start_budget(kWholeCommand);
        std::vector<std::unique_ptr<char[]>> blocks;
        try {
          for (;;) blocks.emplace_back(new char[kMib]);
        } catch (const std::bad_alloc&) {
          std::_Exit(blocks.size() < 64 + 2 * (kProgramBytes >> 20U) ? 0 : 1);
        }
      },
      testing::ExitedWithCode(0), "");
}

TEST(CommandBudgetDeathTest, AThreadWithoutMemoryEndsTheProgramWithWords) {
  EXPECT_EXIT(
      {
        Context context;
        context.memory_mib = 64;
        const OutOfMemoryHandler handler(context);
        context.start_budget(kWholeCommand);
        std::thread([] {
          std::vector<std::unique_ptr<char[]>> blocks;
          for (;;) blocks.emplace_back(new char[kMib]);
        }).join();
      },
      testing::ExitedWithCode(kLimit), "there is no memory left");
}

#endif

TEST(CommandBudget, TheWallComesDownWithTheBudget) {
  { const CommandBudget budget({.memory_bytes = kMib}, nobody); }
  const std::vector<char> large(512 * kMib, 'x');
  EXPECT_EQ(large.back(), 'x');
}

TEST(Limits, LeaveRoomForTheWork) {
  Limits left;
  left.time = milliseconds(5'000);
  EXPECT_LE(limits_to_build(left, 2).time * 2, milliseconds(3'010));
  EXPECT_GE(limits_to_build(left, 60).time, milliseconds(1'000)) << "half of the time, however long the work";
  EXPECT_DOUBLE_EQ(seconds_within(left, 2), 2);
  EXPECT_LT(seconds_within(left, 60), 5);
  EXPECT_EQ(within(left, milliseconds(1'000)).time, milliseconds(1'000));
  EXPECT_EQ(within(left, milliseconds(9'000)).time, milliseconds(5'000));
  left.time = {};
  EXPECT_EQ(limits_to_build(left, 2).time, milliseconds(0));
  EXPECT_DOUBLE_EQ(seconds_within(left, 60), 60);
  EXPECT_EQ(within(left, milliseconds(9'000)).time, milliseconds(9'000));
}

}  // namespace
}  // namespace agon::cli
