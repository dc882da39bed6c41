// The file of a run: it survives kill -9, and goes on only with what belongs to it.
#include "lab/reproduce/run_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/file.h"
#include "base/test_folder.h"

namespace agon::lab::reproduce {
namespace {

using testing::HasSubstr;

StoredRun plan() {
  StoredRun run{"sheep", false, {}, {}};
  run.settings.set("seed", 1);
  run.settings.set("games", 200);
  return run;
}

StoredCell cell(const std::string& id) {
  StoredCell result;
  result.id = id;
  result.commit = "abc";
  result.machine = "abacus";
  result.figures.set("games", 200);
  return result;
}

class RunFileTest : public FolderTest {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  [[nodiscard]] std::string path() const { return (folder_ / RunFile::kName).string(); }
  [[nodiscard]] std::string problem_of(const StoredRun& run) const {
    const auto file = RunFile::resume(path(), run);
    return file ? "" : file.error().diagnostics.front().message;
  }
};

TEST_F(RunFileTest, ResumesWithTheCellsThatAreThere) {
  {
    auto file = RunFile::start(path(), plan());
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(cell("north")));
  }
  {
    auto file = RunFile::resume(path(), plan());
    ASSERT_TRUE(file);
    ASSERT_EQ(file->known().cells.size(), 1U);
    ASSERT_TRUE(file->append(cell("south")));
  }
  const auto run = load_run(path());
  ASSERT_TRUE(run);
  EXPECT_EQ(run->cells.size(), 2U);
}

TEST_F(RunFileTest, ResumesWhatIsNotThereByStartingIt) {
  ASSERT_TRUE(RunFile::resume(path(), plan()));
  EXPECT_TRUE(load_run(path()));
}

TEST_F(RunFileTest, AFreshStartKeepsTheRunBefore) {
  {
    auto file = RunFile::start(path(), plan());
    ASSERT_TRUE(file && file->append(cell("north")));
  }
  ASSERT_TRUE(RunFile::start(path(), plan()));
  EXPECT_TRUE(load_run(path())->cells.empty());
  EXPECT_EQ(load_run(path() + ".previous")->cells.size(), 1U);
}

// A process that is killed between two cells, and the half line of one that was killed in mid-write.
TEST_F(RunFileTest, SurvivesAKill) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto file = RunFile::start(path(), plan());
    const bool stored = file && file->append(cell("north")).ok();
    (void)!write(ready[1], stored ? "y" : "n", 1);
    for (;;) pause();
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const std::string whole = *read_file(path());
  ASSERT_TRUE(write_file(path(), whole + cell_line(cell("south")).substr(0, 30)));
  {
    auto file = RunFile::resume(path(), plan());
    ASSERT_TRUE(file);
    EXPECT_EQ(file->known().cells.size(), 1U);
    ASSERT_TRUE(file->append(cell("south")));
  }
  EXPECT_EQ(*read_file(path()), whole + cell_line(cell("south")) + '\n');
  // Killed before anything was whole.
  ASSERT_TRUE(write_file(path(), header_line(plan()).substr(0, 20)));
  ASSERT_TRUE(RunFile::resume(path(), plan()));
  EXPECT_TRUE(load_run(path()));
}

TEST_F(RunFileTest, RefusesWhatIsNotThisRun) {
  {
    auto file = RunFile::start(path(), plan());
    ASSERT_TRUE(file);
  }
  StoredRun other = plan();
  other.settings.set("games", 300);
  EXPECT_THAT(problem_of(other), HasSubstr("other settings: games differs"));
  other = plan();
  other.quick = true;
  EXPECT_THAT(problem_of(other), HasSubstr("is a full run"));
  other = plan();
  other.experiment = "goats";
  EXPECT_THAT(problem_of(other), HasSubstr("is a run of sheep"));
  ASSERT_TRUE(write_file(path(), *read_file(path()) + "nonsense\n"));
  EXPECT_THAT(problem_of(plan()), HasSubstr("run.jsonl:2: this is no JSON object"));
  ASSERT_TRUE(write_file(path(), "a diary"));
  EXPECT_THAT(problem_of(plan()), HasSubstr("is no stored run"));
  EXPECT_EQ(*read_file(path()), "a diary");
}

}  // namespace
}  // namespace agon::lab::reproduce
