// The page of all runs: made from what is stored, and in the repository as it is made.
#include "lab/reproduce/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/test_folder.h"

namespace agon::lab::reproduce {
namespace {

using testing::HasSubstr;
using testing::Not;

Report run_of(bool quick, CheckOutcome::State state) {
  Report report;
  report.quick = quick;
  report.commits = {"abc"};
  report.machines = {"abacus"};
  report.cells = 2;
  report.missing = {"south"};
  report.checks.push_back(
      {{"many", "There are many | sheep.", 10, {{"fields", 2}}, "it failed at 9"}, state, "12", Estimate{12, 11, 14}, {}});
  report.tables.push_back({"flock",
                           "Sheep by field",
                           {{"field", Column::Kind::Label}, {"sheep", Column::Kind::Published}, {"sheep", Column::Kind::Ours}},
                           {{"north", 10.0, 12.0}, {"south", 9.0, Cell()}},
                           ""});
  return report;
}

TEST(Page, EveryRunHasARowAndATableOfItsOwn) {
  Experiment sheep;
  sheep.name = "sheep";
  sheep.title = "Counting sheep";
  Experiment goats = sheep;
  goats.name = "goats";
  goats.checks.resize(3);
  const std::string page =
      page_of({{sheep, {run_of(false, CheckOutcome::State::Fails), run_of(true, CheckOutcome::State::NotMeasured)}, "A finding.\n"},
               {goats, {}, ""}});
  EXPECT_THAT(page, HasSubstr("| [`sheep`](#sheep) | full, 2 of 3 cells | 0 | 1 | 0 | abc |"));
  EXPECT_THAT(page, HasSubstr("| [`sheep`](#sheep) | quick, 2 of 3 cells | 0 | 0 | 1 | abc |"));
  EXPECT_THAT(page, HasSubstr("| [`goats`](#goats) | none | | | 3 | |"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "| `many`: There are many \\| sheep. (10) | **fails** | 12 [11..14] | fields 2 | 12 **Changed:** it failed at 9 |"));
  EXPECT_THAT(page, HasSubstr("| north | 10 | 12 |"));
  EXPECT_THAT(page, Not(HasSubstr("| south |")));
  EXPECT_THAT(page, HasSubstr("A finding."));
}

TEST(Page, DamagedAndForeignFilesAreNamed) {
  const TestFolder folder;
  const auto put = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    ASSERT_TRUE(write_file((folder.path() / name).string(), text));
  };
  const auto problem = [&] {
    const auto page = make_page(folder.path().string());
    return page ? std::string() : page.error().diagnostics.front().message;
  };
  const std::string source = std::string(AGON_SOURCE_DIR) + "/experiments/";
  put("giga13-updates.toml", *read_file(source + "giga13-updates.toml"));
  EXPECT_EQ(problem(), "");
  put("findings/goats.md", "text\n");
  EXPECT_THAT(problem(), HasSubstr("goats.md: there is no experiment of this name"));
  std::filesystem::remove(folder.path() / "findings/goats.md");
  put("results/goats.jsonl", "{\"schema\":\"agon.reproduction-run/1\",\"experiment\":\"goats\",\"quick\":true,\"settings\":{}}\n");
  EXPECT_THAT(problem(), HasSubstr("goats.jsonl:1: there is no experiment 'goats'"));
  put("results/goats.jsonl",
      "{\"schema\":\"agon.reproduction-run/1\",\"experiment\":\"giga13-updates\",\"quick\":true,\"settings\":{}}\nno\n");
  EXPECT_THAT(problem(), HasSubstr("goats.jsonl:2: this is no JSON object"));
}

// `agon reproduce --write-docs` makes it anew.
TEST(Page, OfTheRepositoryIsUpToDate) {
  const std::string source = AGON_SOURCE_DIR;
  const auto made = make_page(source + "/experiments", source + "/games");
  ASSERT_TRUE(made) << made.error().diagnostics.front().message;
  const auto stored = read_file(source + "/docs/reproductions.md");
  ASSERT_TRUE(stored);
  EXPECT_TRUE(*stored == *made) << "docs/reproductions.md is out of date: agon reproduce --write-docs";
}

}  // namespace
}  // namespace agon::lab::reproduce
