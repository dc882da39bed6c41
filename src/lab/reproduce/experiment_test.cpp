// The description of an experiment: what is read, and what is said about mistakes.
#include "lab/reproduce/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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
)";

std::string problem_of(std::string text) {
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
  EXPECT_THAT(problem_of("title = "), HasSubstr("sheep.toml:1:"));
  EXPECT_THAT(problem_of(without("schema = \"agon.experiment/1\"")), HasSubstr("agon.experiment/1"));
  EXPECT_THAT(problem_of(without("title = \"Counting sheep\"")), HasSubstr("'title'"));
  EXPECT_THAT(problem_of(without(", \"none\"")), HasSubstr("must have 3 cells"));
  EXPECT_THAT(problem_of(without("zeta = 5.0")), HasSubstr("[quick] changes 'zeta'"));
  EXPECT_THAT(problem_of(std::string(kGood) + "[[check]]\nid = \"enough\"\ndescription = \"again\"\n"),
              HasSubstr("'enough' is there twice"));
  EXPECT_THAT(problem_of(std::string(kGood) + "[[check]]\nid = \"more\"\ndescription = \"x\"\nthreshold = \"much\"\n"),
              HasSubstr("a number"));
}

// Every description in the repository is complete, and there is code for it.
TEST(Experiment, AllOfTheRepositoryAreRead) {
  const auto all = all_experiments(std::string(AGON_SOURCE_DIR) + "/experiments");
  ASSERT_TRUE(all) << all.error().diagnostics.front().message;
  EXPECT_GE(all->size(), 4U);
  const auto kinds = experiment_kinds();
  const play::Library library(std::string(AGON_SOURCE_DIR) + "/games");
  for (const Experiment& one : *all) {
    EXPECT_NE(std::ranges::find(kinds, one.kind), kinds.end()) << one.name;
    for (const std::string& game : one.games) EXPECT_TRUE(library.sheet(game)) << one.name << ": " << game;
  }
}

TEST(Experiment, UnknownNamesAreAnsweredWithTheKnownOnes) {
  const auto missing = load_experiment(std::string(AGON_SOURCE_DIR) + "/experiments", "giga13-updatez");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().diagnostics.front().hint, HasSubstr("giga13-updates"));
}

}  // namespace
}  // namespace agon::lab::reproduce
