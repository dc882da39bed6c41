// Reading and writing exams and recipes; mistakes have a place and, where one can help, a hint.
#include "lab/exam/exam_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "lab/exam/make/recipe.h"

namespace agon::lab::exam {
namespace {

using testing::HasSubstr;

constexpr const char* kSmall = R"toml(schema = "agon.exam/1"

[[position]]
id = "a"
game = "nim"
kind = "counting"
difficulty = 2
role = "ann"
moves = [["(take 1)", "noop"]]
best = ["(take 2)"]
goal = 100
values = { "(take 2)" = 100, "(take 3)" = 0 }
proof = "by hand"
)toml";

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), replacement);
}

// The message, and the hint behind it.
std::string file_problem(const std::string& text) {
  const Result<Exam> exam = parse_exam(text, "f.toml");
  EXPECT_FALSE(exam);
  if (exam) return {};
  const Diagnostic& first = exam.error().diagnostics.front();
  EXPECT_EQ(first.code, "bad-exam");
  return first.message + " | " + first.hint;
}

TEST(ExamFile, IsReadAndWrittenBack) {
  const Result<Exam> exam = parse_exam(kSmall, "f.toml");
  ASSERT_TRUE(exam);
  const Position& position = exam->positions.at(0);
  EXPECT_EQ(position.kind, Kind::Counting);
  EXPECT_EQ(position.moves, (std::vector<std::vector<std::string>>{{"(take 1)", "noop"}}));
  EXPECT_EQ(position.values.size(), 2U);
  const std::string written = to_toml(*exam, "made\nby hand");
  EXPECT_THAT(written, testing::StartsWith("# made\n# by hand\nschema = \"agon.exam/1\"\n"));
  const Result<Exam> again = parse_exam(written, "g.toml");
  ASSERT_TRUE(again);
  EXPECT_EQ(to_toml(*again, "made\nby hand"), written);
}

TEST(ExamFile, MistakesHaveAPlaceAndAHint) {
  EXPECT_THAT(file_problem(with(kSmall, "counting", "chess")),
              AllOf(HasSubstr("f.toml:6: there is no kind 'chess'"), HasSubstr("connection")));
  EXPECT_THAT(file_problem(with(kSmall, "agon.exam/1", "agon.exam/7")),
              AllOf(HasSubstr("f.toml:1:"), HasSubstr("schema = \"agon.exam/1\"")));
  EXPECT_THAT(file_problem(with(kSmall, "difficulty = 2", "difficulty = 9")),
              HasSubstr("f.toml:7: 'difficulty' must be a whole number from 1 to 4"));
  EXPECT_THAT(file_problem(with(kSmall, "role = \"ann\"", "rule = \"ann\"")),
              AllOf(HasSubstr("f.toml:8: nobody knows 'rule'"), HasSubstr("role")));
  EXPECT_THAT(file_problem(with(kSmall, "best = [\"(take 2)\"]", "best = []")), HasSubstr("at least one best move"));
  EXPECT_THAT(file_problem(with(kSmall, "\"(take 3)\" = 0", "\"(take 3)\" = 100")),
              HasSubstr("exactly the moves that reach 'goal'"));
  EXPECT_THAT(file_problem(with(kSmall, "[\"(take 1)\", \"noop\"]", "\"(take 1)\"")), HasSubstr("a list of texts"));
  EXPECT_THAT(file_problem("schema = "), HasSubstr("f.toml:1:"));
  EXPECT_THAT(file_problem("schema = \"agon.exam/1\""), HasSubstr("no [[position]]"));
  const std::string second = std::string(kSmall).substr(std::string(kSmall).find("[[position]]"));
  EXPECT_THAT(file_problem(kSmall + second), HasSubstr("position 'a' is there twice"));
}

TEST(ExamFile, RecipesAreReadTheSameWay) {
  const std::string text = "schema = \"agon.exam-recipe/1\"\n[[source]]\ngame = \"nim\"\nkind = \"trap\"\npositions = 3\n";
  const Result<Recipe> recipe = parse_recipe(text, "r.toml");
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->sources.at(0).kind, Kind::Trap);
  EXPECT_EQ(recipe->sources.at(0).positions, 3);
  const Result<Recipe> bad = parse_recipe(with(text, "= 3", "= \"three\""), "r.toml");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().diagnostics.front().message, HasSubstr("r.toml:5: 'positions' must be a whole number"));
}

TEST(ExamFile, TheExamThatComesWithAgonIsBalanced) {
  const Result<Exam> exam = load_exam(std::string(AGON_SOURCE_DIR) + "/exam/positions.toml");
  ASSERT_TRUE(exam) << exam.error().diagnostics.front().message;
  EXPECT_GE(exam->positions.size(), 60U);
  std::map<Kind, int> kinds;
  std::map<int, int> difficulties;
  std::map<std::string, int> games;
  for (const Position& position : exam->positions) {
    ++kinds[position.kind];
    ++difficulties[position.difficulty];
    ++games[position.game];
    EXPECT_THAT(position.proof, HasSubstr("; ")) << position.id << " was proved by one solver only";
  }
  EXPECT_GE(kinds.size(), 6U);
  for (int d = kEasiest; d < kHardest; ++d) EXPECT_GE(difficulties[d] * 5, static_cast<int>(exam->positions.size())) << d;
  EXPECT_GT(difficulties[kHardest], 0);
  for (const auto& [game, count] : games) EXPECT_LE(count, 5) << game;
}

}  // namespace
}  // namespace agon::lab::exam
