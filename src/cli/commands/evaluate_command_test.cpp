// `agon evaluate` for people and programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_codes.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

using testing::HasSubstr;

TEST(EvaluateCommand, ValuesAndWhatTheyAreMadeOf) {
  const Outcome run = run_words({"evaluate", "tictactoe", "-m", "(mark 2 2)", "--mode", "grounded", "--json"});
  ASSERT_EQ(run.code, kDone);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["schema"], "agon.evaluation/1");
  EXPECT_EQ(json["calibrated"], false);
  const auto& x = json["roles"][0];
  EXPECT_EQ(x["role"], "xplayer");
  EXPECT_GT(x["value"], json["roles"][1]["value"]);  // a mark in the centre
  bool centre = false;
  for (const auto& fluent : x["fluents"]) {
    if (fluent["fluent"] != "(cell 2 2 x)") continue;
    centre = true;
    EXPECT_TRUE(fluent["holds"]);
    EXPECT_GT(fluent["worth"], 0);
  }
  EXPECT_TRUE(centre);
  for (const auto& goal : x["goals"]) {
    EXPECT_EQ(goal["holds"], goal["goal"] == 50);
    EXPECT_EQ(goal["degree"] > 0.5, goal["goal"] == 50);
  }
}

TEST(EvaluateCommand, SaysThatValuesAreNotGoals) {
  const Outcome run = run_words({"evaluate", "tictactoe"});
  EXPECT_EQ(run.code, kDone);
  EXPECT_THAT(run.out, HasSubstr("not expected goals"));
  EXPECT_THAT(run.out, HasSubstr("if (cell 2 2 x) held"));
}

TEST(EvaluateCommand, RefusesWhatItCannotRead) {
  EXPECT_EQ(run_words({"evaluate", "tictactoe", "--mode", "plane"}).code, kBadInput);
  EXPECT_EQ(run_words({"evaluate", "tictactoe", "-m", "(mark 9 9)"}).code, kBadInput);
}

}  // namespace
}  // namespace agon::cli
