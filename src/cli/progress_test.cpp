#include "cli/progress.h"

#include <gtest/gtest.h>

namespace agon::cli {
namespace {

TEST(Progress, TimesAreWordsOfTheRightSize) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(45.2), "45 s");
  EXPECT_EQ(duration_text(59.7), "1 min");
  EXPECT_EQ(duration_text(12 * 60), "12 min");
  EXPECT_EQ(duration_text(3590), "1 h 0 min");
  EXPECT_EQ(duration_text(12'000), "3 h 20 min");
}

TEST(Progress, NothingDoneTellsNothingAboutTheRest) {
  EXPECT_EQ(bar_text(0, 8, 600), "[........................]   0 %");
  EXPECT_EQ(bar_text(2, 8, 240), "[######..................]  25 %, 12 min left");
  EXPECT_EQ(bar_text(8, 8, 240), "[########################] 100 %, 0 s left");
}

}  // namespace
}  // namespace agon::cli
