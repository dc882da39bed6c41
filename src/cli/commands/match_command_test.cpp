// What `agon match` and `agon tournament` say, and what they refuse before anything is played.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/test_folder.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

Outcome match(std::vector<std::string> words) {
  words.insert(words.begin(), "match");
  return run_words(words);
}

class MatchCommand : public FolderTest {};

TEST_F(MatchCommand, SaysWhetherSeatsAreBalanced) {
  const auto played = [](const char* game, const char* games) {
    return match({game, "-p", "random", "-p", "first-legal", "-n", games}).out;
  };
  EXPECT_THAT(played("tictactoe", "1"), HasSubstr("tictactoe, 1 game, seats not balanced: use a multiple of 2 games\n"));
  EXPECT_THAT(played("tictactoe", "2"), HasSubstr("tictactoe, 2 games, seats rotated\n"));
  EXPECT_THAT(played("tictactoe", "3"), HasSubstr("3 games, seats not balanced: use a multiple of 2 games\n"));
  EXPECT_THAT(played("three-player-nim", "3"), HasSubstr("seats not balanced: use a multiple of 6 games\n"));
  EXPECT_THAT(played("three-player-nim", "6"), HasSubstr("6 games, seats rotated\n"));
  EXPECT_THAT(played("queens-8", "1"), HasSubstr("2 games, each alone\n"));
}

TEST_F(MatchCommand, WhereNothingCountsThereIsNoMean) {
  const Outcome run = match({"tictactoe", "-p", "random", "-p", "first-legal", "-n", "2", "--max-steps", "2"});
  EXPECT_EQ(run.code, kLimit);
  EXPECT_THAT(run.out, HasSubstr("mean goal -   0 wins"));
  EXPECT_THAT(run.out, Not(HasSubstr("0.00")));
}

// Nothing was played: there is no store of results.
TEST_F(MatchCommand, RefusesFilesItCannotWriteBeforeItPlays) {
  for (const char* option : {"--html", "--csv"}) {
    const std::string nowhere = (folder_ / "missing" / "file").string();
    const Outcome run =
        match({"tictactoe", "-p", "random", "-p", "random", "-n", "2", "--json", "--out", folder_.string(), option, nowhere});
    EXPECT_EQ(run.code, kBadInput) << option;
    EXPECT_THAT(run.out, HasSubstr("cannot write")) << option;
    EXPECT_FALSE(fs::exists(folder_ / "games.jsonl")) << option;
  }
}

TEST_F(MatchCommand, WritesFilesIntoTheFolderItMakes) {
  const std::string page = (folder_ / "page.html").string();
  EXPECT_EQ(match({"tictactoe", "-p", "random", "-p", "random", "-n", "2", "--out", folder_.string(), "--html", page}).code, kDone);
  EXPECT_TRUE(fs::exists(page));
}

TEST_F(MatchCommand, HelpSaysWhatCounts) {
  const std::string help = match({"--help"}).out;
  EXPECT_THAT(help, HasSubstr("ends in an error (no memory left, for example), is counted"));
  EXPECT_THAT(help, Not(HasSubstr("runs out of memory")));
  EXPECT_THAT(help, HasSubstr("being late"));
  EXPECT_THAT(help, Not(HasSubstr("count on")));
  EXPECT_THAT(run_words({"tournament", "--help"}).out, HasSubstr("The exit code only says whether"));
}

}  // namespace
}  // namespace agon::cli
