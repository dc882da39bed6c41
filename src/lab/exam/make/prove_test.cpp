// Proofs of best moves: against what is known, against each other, and again for positions of the exam.
#include "lab/exam/make/prove.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "lab/exam/exam_file.h"
#include "lab/exam/make/make_exam.h"
#include "lab/exam/make/measure.h"
#include "library/library.h"

namespace agon::lab::exam {
namespace {

std::shared_ptr<play::GameKit> kit_of(const std::string& game) {
  return std::make_shared<play::GameKit>(*library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(game));
}

struct Prepared {
  explicit Prepared(const Position& position)
      : kit(kit_of(position.game)),
        engine(*kit->engine("circuit")),
        setting(*set_up(engine, position)),
        question(question_at(engine.as<engines::CircuitEngine>(), setting.line, setting.role)) {}
  std::shared_ptr<play::GameKit> kit;
  game::AnyEngine engine;
  Setting setting;
  Question question;
};

// X in the corner, O on an edge square next to it: X wins with three of the seven moves (the centre and two corners).
Position corner_and_edge() {
  Position position;
  position.game = "tictactoe";
  position.role = "xplayer";
  position.moves = {{"(mark 1 1)", "noop"}, {"noop", "(mark 1 2)"}};
  position.best = {"(mark 2 2)"};
  return position;
}

TEST(Prove, FindsTheWinsOfTicTacToe) {
  const Prepared p(corner_and_edge());
  const std::optional<Verdict> verdict = find_best(p.question, 1'000'000);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->goal, 100);
  std::vector<std::string> best;
  for (const Choice choice : verdict->best) best.push_back(p.setting.legal[choice.index()]);
  EXPECT_THAT(best, testing::UnorderedElementsAre("(mark 2 1)", "(mark 2 2)", "(mark 3 1)"));
  EXPECT_EQ(ask_induction(p.question, *verdict, 100'000).agreement, Agreement::Agrees);
  EXPECT_EQ(ask_alpha_beta(p.question, *verdict, 1'000'000).agreement, Agreement::Agrees);
}

TEST(Prove, OtherSolversNoticeAWrongVerdict) {
  const Prepared p(corner_and_edge());
  Verdict verdict = *find_best(p.question, 1'000'000);
  verdict.best.pop_back();
  EXPECT_EQ(ask_induction(p.question, verdict, 100'000).agreement, Agreement::Disagrees);
  EXPECT_EQ(ask_alpha_beta(p.question, verdict, 1'000'000).agreement, Agreement::Disagrees);
  EXPECT_EQ(ask_alpha_beta(p.question, verdict, 10).agreement, Agreement::Unknown);
  EXPECT_FALSE(find_best(p.question, 10));
}

// Heaps decide Nim: a move is best if it leaves a nim-sum of zero. Here every solver must find the same moves in the initial
// position.
TEST(Prove, SolversAgreeOnNim) {
  const auto kit = kit_of("nim");
  const game::AnyEngine engine = *kit->engine("circuit");
  const Question question = question_at(engine.as<engines::CircuitEngine>(), {}, RoleId{0});
  const std::optional<Verdict> verdict = find_best(question, 1'000'000);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(ask_alpha_beta(question, *verdict, 5'000'000).agreement, Agreement::Agrees);
  EXPECT_EQ(ask_induction(question, *verdict, 1'000'000).agreement, Agreement::Agrees);
}

// Facts stay facts: the cheapest position of each kind is proved once more.
TEST(Prove, PositionsOfTheExamAreProvedAgain) {
  const Result<Exam> exam = load_exam(std::string(AGON_SOURCE_DIR) + "/exam/positions.toml");
  ASSERT_TRUE(exam);
  std::map<Kind, const Position*> shortest;  // few moves are left where many were made
  for (const Position& position : exam->positions) {
    const Position*& known = shortest[position.kind];
    if (known == nullptr || position.difficulty < known->difficulty) known = &position;
  }
  for (const auto& [kind, position] : shortest) {
    const Prepared p(*position);
    const std::optional<Verdict> verdict = find_best(p.question, 3'000'000);
    ASSERT_TRUE(verdict) << position->id;
    EXPECT_EQ(verdict->goal, position->goal) << position->id;
    EXPECT_EQ(verdict->best, p.setting.best) << position->id;
  }
}

// The same recipe and seed give the same exam, whose positions hold what was asked for.
TEST(MakeExam, IsRepeatableAndProved) {
  const Recipe recipe{{{"nim", Kind::Counting, 2}, {"tictactoe-misere", Kind::Tactics, 1}}};
  MakeOptions options;
  options.games_folder = std::string(AGON_SOURCE_DIR) + "/games";
  options.search.matches = 3;
  options.search.proof_states = 50'000;
  options.search.check_states = 200'000;
  const Result<Exam> exam = make_exam(recipe, options);
  ASSERT_TRUE(exam);
  EXPECT_FALSE(exam->positions.empty());
  EXPECT_LE(exam->positions.size(), 3U);
  options.threads = 2;
  EXPECT_EQ(to_toml(*make_exam(recipe, options), ""), to_toml(*exam, ""));
  for (const Position& position : exam->positions) {
    const Prepared p(position);
    const Verdict verdict{position.goal, p.setting.best, 0};
    EXPECT_EQ(ask_alpha_beta(p.question, verdict, 5'000'000).agreement, Agreement::Agrees) << position.id;
    EXPECT_LE(3 * p.setting.best.size(), p.setting.legal.size()) << position.id;
  }
}

// Nim is too small for that: whatever is proved there, a search with a solver finds it.
TEST(MakeExam, AHardSourceTakesNoEasyPositions) {
  const Result<Recipe> recipe = parse_recipe(R"(schema = "agon.exam-recipe/1"
[[source]]
game = "nim"
kind = "counting"
positions = 2
hard = true)",
                                             "recipe");
  ASSERT_TRUE(recipe);
  ASSERT_TRUE(recipe->sources.front().hard);
  MakeOptions options;
  options.games_folder = std::string(AGON_SOURCE_DIR) + "/games";
  options.search.matches = 2;
  options.search.proof_states = 50'000;
  const Result<Exam> exam = make_exam(*recipe, options);
  ASSERT_TRUE(exam);
  EXPECT_TRUE(exam->positions.empty());
}

TEST(MakeExam, TakesTheRarestDifficultyAndNoPositionTwice) {
  const auto candidate = [](const std::string& id, int difficulty) {
    Position position;
    position.id = id;
    position.difficulty = difficulty;
    return position;
  };
  const Recipe recipe{{{"a", Kind::Race, 1}, {"b", Kind::Race, 2}}};
  const Exam exam =
      choose_positions(recipe, {{candidate("x", 3), candidate("y", 1)}, {candidate("x", 3), candidate("z", 3), candidate("w", 2)}});
  std::vector<std::string> ids;
  for (const Position& position : exam.positions) ids.push_back(position.id);
  EXPECT_THAT(ids, testing::UnorderedElementsAre("x", "w", "z"));
}

TEST(MakeExam, RefusesGamesOfChance) {
  const Recipe recipe{{{"kuhn-poker", Kind::Tactics, 1}}};
  MakeOptions options;
  options.games_folder = std::string(AGON_SOURCE_DIR) + "/games";
  const Result<Exam> exam = make_exam(recipe, options);
  ASSERT_FALSE(exam);
  EXPECT_EQ(exam.error().diagnostics.front().code, "no-sure-moves");
}

}  // namespace
}  // namespace agon::lab::exam
