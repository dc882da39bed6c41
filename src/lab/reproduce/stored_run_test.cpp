// Stored runs: what is written is read, and what is damaged is named by its line.
#include "lab/reproduce/stored_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/file.h"
#include "base/test_folder.h"

namespace agon::lab::reproduce {
namespace {

using testing::HasSubstr;

StoredRun sample() {
  StoredRun run{"sheep", true, {}, {}};
  run.settings.set("seed", 1);
  run.settings.set("word", std::string("wool, \"white\""));
  run.settings.set("sizes", std::vector<double>{1, 2.5});
  run.settings.set("names", std::vector<std::string>{"a", "b"});
  run.settings.set("nobody", std::vector<double>{});
  Figures figures;
  figures.set("games", 200);
  figures.set("points", 133.5);
  figures.set("rates", std::vector<double>{1.0 / 3, std::numeric_limits<double>::quiet_NaN()});
  run.cells.push_back({"north field", (std::uint64_t{1} << 47U) + 1, 1.25, "abc", "abacus", 2, 0.25, figures});
  run.cells.push_back({"south field", 7, 0.5, "abc-dirty", "abacus", 2, 0, {}});
  return run;
}

std::string text_of(const StoredRun& run) {
  std::string text = header_line(run) + '\n';
  for (const StoredCell& cell : run.cells) text += cell_line(cell) + '\n';
  return text;
}

std::string problem_of(const std::string& text) {
  const auto read = parse_run(text, "run.jsonl");
  return read ? "" : read.error().diagnostics.front().message;
}

TEST(StoredRun, IsReadAsItWasWritten) {
  const StoredRun run = sample();
  const auto read = parse_run(text_of(run), "run.jsonl");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->whole, text_of(run).size());
  EXPECT_EQ(read->run.experiment, "sheep");
  EXPECT_TRUE(read->run.quick);
  EXPECT_TRUE(differing_names(read->run.settings, run.settings).empty());
  ASSERT_EQ(read->run.cells.size(), 2U);
  const StoredCell& cell = read->run.cells[0];
  EXPECT_EQ(cell.id, "north field");
  EXPECT_EQ(cell.seed, run.cells[0].seed);
  EXPECT_EQ(cell.seconds, 1.25);
  EXPECT_EQ(cell.commit, "abc");
  EXPECT_EQ(cell.machine, "abacus");
  EXPECT_EQ(cell.threads, 2U);
  EXPECT_EQ(cell.load, 0.25);
  EXPECT_EQ(cell.figures.count("games"), 200U);
  EXPECT_EQ(cell.figures.number("points"), 133.5);
  EXPECT_EQ(cell.figures.numbers("rates")[0], 1.0 / 3);  // to the last bit
  EXPECT_TRUE(std::isnan(cell.figures.numbers("rates")[1]));
  EXPECT_NE(read->run.find("south field"), nullptr);
  EXPECT_EQ(read->run.find("south"), nullptr);
}

TEST(StoredRun, DamagedLinesAreNamed) {
  const StoredRun run = sample();
  const std::string text = text_of(run);
  EXPECT_THAT(problem_of(""), HasSubstr("run.jsonl:1: "));
  EXPECT_THAT(problem_of("nonsense\n"), HasSubstr("run.jsonl:1: this is no JSON object"));
  EXPECT_THAT(problem_of("{\"schema\":\"agon.reproduction-run/9\"}\n"), HasSubstr("run.jsonl:1: the line is not of schema"));
  std::string damaged = text;
  damaged.insert(damaged.rfind("\"figures\""), "}{");
  EXPECT_THAT(problem_of(damaged), HasSubstr("run.jsonl:3: this is no JSON object"));
  EXPECT_THAT(problem_of(text + cell_line(run.cells[0]) + '\n'), HasSubstr("run.jsonl:4: the cell 'north field' is there twice"));
  std::string unnamed = text;
  unnamed.replace(unnamed.find("\"seed\":7"), 8, "\"sead\":7");
  EXPECT_THAT(problem_of(unnamed), HasSubstr("run.jsonl:3: 'seed' is missing"));
  std::string wrong = text;
  wrong.replace(wrong.find("\"games\":200.0"), 13, "\"games\":{}");
  EXPECT_THAT(problem_of(wrong), HasSubstr("run.jsonl:2: 'games' must be a number"));
}

// Whatever is left of the line under way, the cells before it are whole.
TEST(StoredRun, AKilledRunLosesItsLastLineAlone) {
  const std::string text = text_of(sample());
  const std::size_t third = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t size = third; size < text.size(); ++size) {
    const auto read = parse_run(text.substr(0, size), "run.jsonl");
    ASSERT_TRUE(read) << size;
    EXPECT_EQ(read->whole, third);
    EXPECT_EQ(read->run.cells.size(), 1U);
  }
}

TEST(StoredRun, APublishedRunMustBeComplete) {
  const TestFolder folder;
  const std::string path = (folder.path() / "run.jsonl").string();
  const std::string text = text_of(sample());
  ASSERT_TRUE(write_file(path, text));
  EXPECT_TRUE(load_run(path));
  ASSERT_TRUE(write_file(path, text.substr(0, text.size() - 1)));
  const auto torn = load_run(path);
  ASSERT_FALSE(torn);
  EXPECT_THAT(torn.error().diagnostics.front().message, HasSubstr("run.jsonl:3: the line has no end"));
}

TEST(NamedValues, DifferencesHaveNames) {
  NamedValues a, b;
  a.set("same", 1);
  a.set("other", std::string("x"));
  a.set("mine", std::vector<double>{1});
  b.set("other", std::string("y"));
  b.set("same", 1);
  EXPECT_THAT(differing_names(a, b), testing::UnorderedElementsAre("other", "mine"));
  EXPECT_TRUE(differing_names(a, a).empty());
}

}  // namespace
}  // namespace agon::lab::reproduce
