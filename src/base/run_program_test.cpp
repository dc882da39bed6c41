#include "base/run_program.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace agon {
namespace {

Result<ProgramOutcome> shell(const std::string& script, std::string_view input, const ProgramLimits& limits) {
  return run_program({"/bin/sh", "-c", script}, input, limits);
}

TEST(RunProgram, TakesWhatAProgramPrints) {
  const std::string input(300'000, 'x');  // more than a pipe holds
  const auto outcome = shell("cat; echo oops >&2; exit 7", input, {});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->end, ProgramOutcome::End::Exited);
  EXPECT_EQ(outcome->code, 7);
  EXPECT_EQ(outcome->output, input);
  EXPECT_EQ(outcome->complaints, "oops\n");
}

TEST(RunProgram, EndsAtItsLimits) {
  const auto late = shell("sleep 60", "", {.time = std::chrono::milliseconds(50), .memory_bytes = 0, .stop = {}});
  ASSERT_TRUE(late);
  EXPECT_EQ(late->end, ProgramOutcome::End::OutOfTime);
  const auto stopped = shell("sleep 60", "", {.time = {}, .memory_bytes = 0, .stop = [] { return true; }});
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->end, ProgramOutcome::End::Stopped);
  const auto killed = shell("kill -9 $$", "", {});
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->end, ProgramOutcome::End::Killed);
  EXPECT_EQ(killed->code, SIGKILL);
}

TEST(RunProgram, MemoryIsBounded) {
  // The shell reads a line of 256 MiB into a variable.
  const auto outcome = shell("sleep 0.1; x=$(head -c 268435456 /dev/zero | tr '\\0' a); echo ${#x}", "",
                             {.time = {}, .memory_bytes = std::size_t{32} << 20U, .stop = {}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->output.find("268435456"), std::string::npos);
}

TEST(RunProgram, SaysWhatIsMissing) {
  EXPECT_FALSE(find_program("no-such-program-anywhere").has_value());
  EXPECT_TRUE(find_program("sh").has_value());
  const auto outcome = run_program({"/no/such/program"}, "", {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().diagnostics.front().code, "no-process");
}

}  // namespace
}  // namespace agon
