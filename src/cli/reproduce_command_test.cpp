// What becomes of a report that cannot be stored. The experiment is one that plays nothing here, so that it is over at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
  [[nodiscard]] Outcome reproduce(const std::string& cells, const fs::path& out) const {
    std::string text = *read_file(std::string(AGON_SOURCE_DIR) + "/experiments/giga13-decay.toml");
    const std::size_t begin = text.find("[quick]");
    const std::string quick = "[quick]\nmast = [" + cells + "]\nnst = []\nnst-mast = []\nsweep_games = []\nsurvey_games = []\n\n";
    text.replace(begin, text.find("[[", begin) - begin, quick);
    std::ofstream(folder_ / "giga13-decay.toml") << text;
    return run_words({"reproduce", "giga13-decay", "--quick", "--json", "--experiments", folder_.string(), "--out", out.string()});
  }

};

TEST_F(ReproduceCommand, StoresAndShowsItsReport) {
  const Outcome run = reproduce("", folder_ / "a" / "b");
  EXPECT_THAT(run.out, HasSubstr("agon.reproduction-check/1"));
  EXPECT_TRUE(fs::exists(folder_ / "a" / "b" / "report.html"));
}

// The settings are nonsense, which would show as soon as the experiment starts.
TEST_F(ReproduceCommand, ChecksTheFolderBeforeTheExperimentStarts) {
  const Outcome run = reproduce("\"nonsense\"", folder_ / "giga13-decay.toml" / "out");
  EXPECT_EQ(run.code, kBadInput);
  EXPECT_THAT(run.out, HasSubstr("cannot make the folder"));
  EXPECT_THAT(run.out, Not(HasSubstr("nonsense")));
}

TEST_F(ReproduceCommand, ShowsAReportThatCannotBeStored) {
  fs::create_directories(folder_ / "out" / "report.html");
  const Outcome run = reproduce("", folder_ / "out");
  EXPECT_EQ(run.code, kBadInput);
  EXPECT_THAT(run.out, HasSubstr("agon.reproduction-check/1"));
  EXPECT_THAT(run.out, HasSubstr("cannot write"));
}

}  // namespace
}  // namespace agon::cli
