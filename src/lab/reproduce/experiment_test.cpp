// The description of an experiment: what is read, and what is said about mistakes.
#include "lab/reproduce/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lab/reproduce/registry.h"

namespace agon::lab::reproduce {
namespace {

using testing::HasSubstr;

constexpr const char* kGood = R"(
schema = "agon.experiment/1"
title = "Counting sheep"
citation = "A. Shepherd: On Sheep. 1999."
claim = "Sheep can be counted."
games = ["sheep-and-wolf"]
[settings]
zeta = 5.0
alpha = 7
names = ["a", "b"]
sizes = [1, 2.5]
nobody = []
word = "wool"
[quick]
zeta = 0.1
[[published]]
id = "flock"
title = "Sheep by field"
columns = ["field", "sheep", "wolves"]
rows = [["north", 12, ""], ["south", 3.5, "none"]]
[[check]]
id = "enough"
description = "There are sheep."
threshold = 3
needs = { fields = 2, "days of counting" = 3.5 }
changed = "it failed at 2"
)";

std::string toml_problem(std::string text) {
  const auto result = parse_experiment(text, "sheep", "sheep.toml");
  return result ? "" : result.error().diagnostics.front().message;
}

std::string without(const std::string& line) {
  std::string text = kGood;
  const std::size_t at = text.find(line);
  AGON_ASSERT(at != std::string::npos);
  return text.erase(at, line.size());
}

TEST(Experiment, IsRead) {
  const auto read = parse_experiment(kGood, "sheep");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, "sheep");
  EXPECT_EQ(read->kind, "sheep");
  EXPECT_EQ(read->games, std::vector<std::string>{"sheep-and-wolf"});
  EXPECT_EQ(read->settings.all().front().first, "zeta");  // the order of the file
  EXPECT_EQ(read->settings.number("zeta"), 5.0);
  EXPECT_EQ(read->settings.count("alpha"), 7U);
  EXPECT_EQ(read->settings.word("word"), "wool");
  EXPECT_THAT(read->settings.words("names"), testing::ElementsAre("a", "b"));
  EXPECT_THAT(read->settings.numbers("sizes"), testing::ElementsAre(1, 2.5));
  EXPECT_TRUE(read->settings.words("nobody").empty() && read->settings.numbers("nobody").empty());
  EXPECT_EQ(read->chosen(true).number("zeta"), 0.1);
  EXPECT_EQ(read->chosen(true).count("alpha"), 7U);
  EXPECT_EQ(read->chosen(false).number("zeta"), 5.0);
  EXPECT_EQ(read->check("enough").threshold, 3);
  EXPECT_THAT(read->check("enough").needs,
              testing::UnorderedElementsAre(testing::Pair("fields", 2), testing::Pair("days of counting", 3.5)));
  EXPECT_EQ(read->check("enough").changed, "it failed at 2");
}

TEST(Experiment, PublishedFiguresAreFoundByRowAndColumn) {
  const auto read = parse_experiment(kGood, "sheep");
  ASSERT_TRUE(read);
  const PublishedTable& table = read->table("flock");
  EXPECT_EQ(table.number("north", "sheep"), 12);
  EXPECT_EQ(table.number("south", "sheep"), 3.5);
  EXPECT_EQ(table.number("north", "wolves"), std::nullopt);
  EXPECT_EQ(table.number("south", "wolves"), std::nullopt);
  EXPECT_EQ(table.number("west", "sheep"), std::nullopt);
  EXPECT_EQ(table.number("north", "goats"), std::nullopt);
}

TEST(Experiment, AskingForWhatIsNotThereIsAMistakeOfTheFile) {
  const auto read = parse_experiment(kGood, "sheep");
  ASSERT_TRUE(read);
  EXPECT_THROW(static_cast<void>(read->settings.number("beta")), LookupError);
  EXPECT_THROW(static_cast<void>(read->settings.number("word")), LookupError);
  EXPECT_THROW(static_cast<void>(read->table("herd")), LookupError);
  EXPECT_THROW(static_cast<void>(read->check("plenty")), LookupError);
}

TEST(Experiment, MistakesHaveAPlace) {
  EXPECT_THAT(toml_problem("title = "), HasSubstr("sheep.toml:1:"));
  EXPECT_THAT(toml_problem(without("schema = \"agon.experiment/1\"")), HasSubstr("agon.experiment/1"));
  EXPECT_THAT(toml_problem(without("title = \"Counting sheep\"")), HasSubstr("'title'"));
  EXPECT_THAT(toml_problem(without(", \"none\"")), HasSubstr("must have 3 cells"));
  EXPECT_THAT(toml_problem(without("zeta = 5.0")), HasSubstr("[quick] changes 'zeta'"));
  EXPECT_THAT(toml_problem(std::string(kGood) + "[[check]]\nid = \"enough\"\ndescription = \"again\"\n"),
              HasSubstr("'enough' is there twice"));
  EXPECT_THAT(toml_problem(without(" fields = 2,") + "[[check]]\nid = \"x\"\ndescription = \"x\"\nneeds = 3\n"),
              HasSubstr("'needs'"));
  EXPECT_THAT(toml_problem(std::string(kGood) + "[[check]]\nid = \"more\"\ndescription = \"x\"\nthreshold = \"much\"\n"),
              HasSubstr("a number"));
}

// Every description in the repository is complete, and there is code for it.
TEST(Experiment, AllOfTheRepositoryAreRead) {
  const auto all = all_experiments(std::string(AGON_SOURCE_DIR) + "/experiments");
  ASSERT_TRUE(all) << all.error().diagnostics.front().message;
  EXPECT_GE(all->size(), 4U);
  const auto kinds = experiment_kinds();
  const library::Library library(std::string(AGON_SOURCE_DIR) + "/games");
  for (const Experiment& one : *all) {
    EXPECT_NE(std::ranges::find(kinds, one.kind), kinds.end()) << one.name;
    for (const std::string& game : one.games) EXPECT_TRUE(library.sheet(game)) << one.name << ": " << game;
  }
}

// Full and quick: all experiments can list their cells, which have names of their own, and have an answer for every check.
TEST(Experiment, AllListTheirCells) {
  const auto all = all_experiments(std::string(AGON_SOURCE_DIR) + "/experiments");
  ASSERT_TRUE(all);
  for (const Experiment& one : *all) {
    for (const bool quick : {false, true}) {
      const auto cells = experiment_cells(one, empty_run(one, quick));
      ASSERT_TRUE(cells) << one.name << ": " << cells.error().diagnostics.front().message;
      EXPECT_GT(cells->size(), 2U) << one.name;
      EXPECT_EQ(std::set<std::string>(cells->begin(), cells->end()).size(), cells->size()) << one.name;
    }
  }
}

TEST(Experiment, UnknownCellsAreAnsweredWithTheKnownOnes) {
  const auto experiment = load_experiment(std::string(AGON_SOURCE_DIR) + "/experiments", "giga13-decay");
  ASSERT_TRUE(experiment);
  RunOptions options;
  options.cells = {"mast chess"};
  const auto report = run_experiment(*experiment, options, empty_run(*experiment, true));
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().diagnostics.front().message, HasSubstr("no cell 'mast chess'"));
  EXPECT_THAT(report.error().diagnostics.front().hint, HasSubstr("mast tictactoe-3d 0.2 300"));
}

TEST(Experiment, UnknownNamesAreAnsweredWithTheKnownOnes) {
  const auto missing = load_experiment(std::string(AGON_SOURCE_DIR) + "/experiments", "giga13-updatez");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().diagnostics.front().hint, HasSubstr("giga13-updates"));
}

}  // namespace
}  // namespace agon::lab::reproduce
