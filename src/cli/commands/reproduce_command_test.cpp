// What becomes of a report that cannot be stored. The experiment is one that plays nothing here, so that it is over at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/test_folder.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ReproduceCommand : public FolderTest {
 protected:
  void SetUp() override { fs::create_directories(folder_); }

  // With these cells to play, "GAME DECAY MATCHES" each.
  [[nodiscard]] Outcome reproduce(const std::string& cells, const fs::path& out, const std::vector<std::string>& more = {}) const {
    std::string text = *read_file(std::string(AGON_SOURCE_DIR) + "/experiments/giga13-decay.toml");
    const std::size_t begin = text.find("[quick]");
    const std::string quick = "[quick]\nmast = [" + cells + "]\nnst = []\nnst-mast = []\nsweep_games = []\nsurvey_games = []\n\n";
    text.replace(begin, text.find("[[", begin) - begin, quick);
    std::ofstream(folder_ / "giga13-decay.toml") << text;
    std::vector<std::string> words{"reproduce",     "giga13-decay",   "--quick", "--json",
                                   "--experiments", folder_.string(), "--out",   out.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_words(words);
  }
};

TEST_F(ReproduceCommand, StoresAndShowsItsReport) {
  const Outcome run = reproduce("", folder_ / "a" / "b");
  EXPECT_THAT(run.out, HasSubstr("agon.reproduction-check/2"));
  EXPECT_TRUE(fs::exists(folder_ / "a" / "b" / "report.html"));
}

// The settings are nonsense, which would show as soon as the experiment starts.
TEST_F(ReproduceCommand, ChecksTheFolderBeforeTheExperimentStarts) {
  const Outcome run = reproduce("\"nonsense\"", folder_ / "giga13-decay.toml" / "out");
  EXPECT_EQ(run.code, kBadInput);
  EXPECT_THAT(run.out, HasSubstr("cannot make the folder"));
  EXPECT_THAT(run.out, Not(HasSubstr("nonsense")));
}

// Two games of a few simulations, in pieces.
constexpr const char* kTwoCells = "\"pawn-whopping 0 2 3\", \"runners 0.2 2 3\"";

std::vector<std::string> stored_cells(const fs::path& folder) {
  std::vector<std::string> cells;
  std::ifstream file(folder / "run.jsonl");
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("cell")) cells.push_back(json["cell"]);
  }
  return cells;
}

TEST_F(ReproduceCommand, MeasuresInPieces) {
  const fs::path out = folder_ / "out";
  const Outcome first = reproduce(kTwoCells, out, {"--cells", "mast runners"});
  EXPECT_THAT(first.out, HasSubstr("\"missing\":[\"mast pawn-whopping 0 3\"]"));
  EXPECT_THAT(stored_cells(out), testing::ElementsAre("mast runners 0.2 3"));
  const Outcome listed = reproduce(kTwoCells, out, {"--list-cells"});
  EXPECT_THAT(listed.out, HasSubstr("\"cell\":\"mast runners 0.2 3\",\"stored\":true"));
  EXPECT_THAT(listed.out, HasSubstr("\"cell\":\"mast pawn-whopping 0 3\",\"stored\":false"));
  const Outcome second = reproduce(kTwoCells, out, {"--resume"});
  EXPECT_THAT(second.out, HasSubstr("\"missing\":[]"));
  EXPECT_THAT(stored_cells(out), testing::ElementsAre("mast runners 0.2 3", "mast pawn-whopping 0 3"));
  // Started anew it loses nothing.
  (void)reproduce(kTwoCells, out, {"--cells", "mast runners"});
  EXPECT_EQ(stored_cells(out).size(), 1U);
  EXPECT_TRUE(fs::exists(out / "run.jsonl.previous"));
}

TEST_F(ReproduceCommand, SaysWhatIsWrongWithACellOrARun) {
  const fs::path out = folder_ / "out";
  EXPECT_THAT(reproduce(kTwoCells, out, {"--cells", "chess"}).out, HasSubstr("has no cell 'chess'"));
  EXPECT_THAT(reproduce("\"runners 0.2 4 3\"", out, {"--resume"}).out, HasSubstr("other settings: mast differs"));
  std::ofstream(out / "run.jsonl", std::ios::app) << "nonsense\n";
  const Outcome damaged = reproduce(kTwoCells, out, {"--resume"});
  EXPECT_EQ(damaged.code, kBadInput);
  EXPECT_THAT(damaged.out, HasSubstr("run.jsonl:2: this is no JSON object"));
}

TEST_F(ReproduceCommand, WritesThePageOfTheStoredRuns) {
  (void)reproduce(kTwoCells, folder_ / "out");
  fs::create_directories(folder_ / "results");
  fs::copy_file(folder_ / "out" / "run.jsonl", folder_ / "results" / "giga13-decay.jsonl");
  const std::string page = (folder_ / "page.md").string();
  const Outcome written = run_words({"reproduce", "--write-docs", "--experiments", folder_.string(), "--out", page});
  EXPECT_EQ(written.code, 0) << written.out;
  EXPECT_THAT(*read_file(page), HasSubstr("| [`giga13-decay`](#giga13-decay) | quick, 2 of 2 cells |"));
}

TEST_F(ReproduceCommand, ShowsAReportThatCannotBeStored) {
  fs::create_directories(folder_ / "out" / "report.html");
  const Outcome run = reproduce("", folder_ / "out");
  EXPECT_EQ(run.code, kBadInput);
  EXPECT_THAT(run.out, HasSubstr("agon.reproduction-check/2"));
  EXPECT_THAT(run.out, HasSubstr("cannot write"));
}

}  // namespace
}  // namespace agon::cli
