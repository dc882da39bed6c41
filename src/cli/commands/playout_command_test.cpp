// `agon playout`: what it says where the rules do not give each role one goal value between 0 and 100.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/test_folder.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kOddGoals = R"(
(role a) (role b) (role c) (role d)
(init (step 1)) (<= (next (step 2)) (true (step 1)))
(<= (legal ?r wait) (role ?r))
(<= terminal (true (step 2)))
(goal a 10) (goal a 90) (goal b 150) (goal c 70))";

// Values outside 0..100 are wrong in the sheet, and every engine says so in the same way.
TEST(PlayoutCommand, SaysWhichGoalValuesAreOutOfRangeOnEveryEngine) {
  const TestFolder folder;
  const std::string sheet = folder.file("range.kif");
  constexpr const char* kOutOfRange = R"(
    (role a) (role b) (role c) (role d)
    (init (step 1)) (<= (next (step 2)) (true (step 1)))
    (<= (legal ?r wait) (role ?r))
    (<= terminal (true (step 2)))
    (<= (goal a -10) (true (step 2))) (<= (goal b 150) (true (step 2)))
    (<= (goal c -5) (true (step 2))) (<= (goal c 70) (true (step 2))) (<= (goal d -1) (true (step 2))))";
  ASSERT_TRUE(write_file(sheet, kOutOfRange).ok());
  for (const char* engine : {"prover", "chainer", "updater", "circuit"}) {
    const Outcome text = run_words({"playout", sheet, "--quiet", "--engine", engine});
    EXPECT_THAT(text.out, HasSubstr("a has the goal value -10, outside 0..100\n")) << engine;
    EXPECT_THAT(text.out, HasSubstr("b has the goal value 150, outside 0..100\n")) << engine;
    EXPECT_THAT(text.out, HasSubstr("c has 2 goal values: -5, 70\n")) << engine;
    EXPECT_THAT(text.out, HasSubstr("d has the goal value -1, outside 0..100\n")) << engine;
    const auto json = nlohmann::json::parse(run_words({"playout", sheet, "--json", "--engine", engine}).out);
    EXPECT_EQ(json["goal_values"].dump(), "[[-10],[150],[-5,70],[-1]]") << engine;
    EXPECT_EQ(json["goals"].dump(), "[-1,150,-1,-1]") << engine;
  }
}

TEST(PlayoutCommand, SaysWhichGoalValuesThereAre) {
  const TestFolder folder;
  const std::string sheet = folder.file("odd.kif");
  ASSERT_TRUE(write_file(sheet, kOddGoals).ok());
  for (const char* engine : {"prover", "circuit"}) {
    const Outcome text = run_words({"playout", sheet, "--quiet", "--engine", engine});
    EXPECT_THAT(text.out, HasSubstr("a has 2 goal values: 10, 90\n"));
    EXPECT_THAT(text.out, HasSubstr("b has the goal value 150, outside 0..100\n"));
    EXPECT_THAT(text.out, HasSubstr("c scores 70\n"));
    EXPECT_THAT(text.out, HasSubstr("d has no goal value\n"));
    const auto json = nlohmann::json::parse(run_words({"playout", sheet, "--json", "--engine", engine}).out);
    EXPECT_EQ(json["goal_values"].dump(), "[[10,90],[150],[70],[]]") << engine;
    EXPECT_EQ(json["goals"][0], -1) << "the meaning of a field stays within a version";
  }
  EXPECT_FALSE(nlohmann::json::parse(run_words({"playout", "tictactoe", "--json"}).out).contains("goal_values"));
}

}  // namespace
}  // namespace agon::cli
