// Sitting an exam, on positions small enough to see the answers: Tic-Tac-Toe with two in a row.
#include "lab/exam/run_exam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lab/exam/exam_report.h"

namespace agon::lab::exam {
namespace {

using testing::HasSubstr;

// X has (1 1) and (1 2), O has (2 1) and (2 2): whoever is to move wins. `first` says whether the only best move comes first in the
// canonical order of the legal moves.
Position win_in_one(const std::string& id, bool first) {
  Position position;
  position.id = id;
  position.game = "tictactoe";
  position.kind = first ? Kind::Tactics : Kind::Endgame;
  position.difficulty = first ? 1 : 3;
  position.role = "xplayer";
  position.moves = {{"(mark 1 1)", "noop"}, {"noop", "(mark 2 1)"}, {"(mark 1 2)", "noop"}, {"noop", "(mark 2 2)"}};
  position.best = {first ? "(mark 1 3)" : "(mark 3 3)"};
  if (!first) position.moves = {{"(mark 3 1)", "noop"}, {"noop", "(mark 2 1)"}, {"(mark 3 2)", "noop"}, {"noop", "(mark 2 2)"}};
  return position;
}

Exam two_positions() { return {{win_in_one("one", true), win_in_one("two", false)}}; }

ExamOptions options_for(const std::string& strategy) {
  ExamOptions options;
  options.strategy = strategy;
  options.games_folder = std::string(AGON_SOURCE_DIR) + "/games";
  return options;
}

ExamResult sit(const Exam& exam, const ExamOptions& options) {
  Result<ExamResult> result = run_exam(exam, options);
  EXPECT_TRUE(result) << result.error().diagnostics.front().message;
  return std::move(*result);
}

std::vector<std::string> moves_of(const ExamResult& result) {
  std::vector<std::string> moves;
  for (const Asked& asked : result.asked) moves.push_back(asked.move);
  return moves;
}

std::string problem(Position position) {
  const Result<ExamResult> result = run_exam({{std::move(position)}}, options_for("first-legal"));
  EXPECT_FALSE(result);
  return result ? "" : result.error().diagnostics.front().message;
}

TEST(RunExam, CountsByKindAndDifficulty) {
  const Exam exam = two_positions();
  const ExamResult result = sit(exam, options_for("first-legal"));
  EXPECT_EQ(moves_of(result), (std::vector<std::string>{"(mark 1 3)", "(mark 1 1)"}));
  EXPECT_EQ(result.total.positions, 2U);
  EXPECT_EQ(result.total.right, 1);
  ASSERT_EQ(result.kinds.size(), 2U);
  EXPECT_EQ(result.kinds[0].name, "tactics");
  EXPECT_EQ(result.kinds[0].right, 1);
  EXPECT_EQ(result.kinds[1].name, "endgame");
  EXPECT_EQ(result.kinds[1].right, 0);
  ASSERT_EQ(result.difficulties.size(), 2U);
  EXPECT_EQ(result.difficulties[1].name, "difficulty 3");
  EXPECT_DOUBLE_EQ(result.total.share().value, 0.5);
  EXPECT_LT(result.total.share().low, 0.1);  // two positions prove little
}

TEST(RunExam, ASearchFindsWhatWins) {
  const Exam exam = two_positions();
  EXPECT_EQ(sit(exam, options_for("mcts(iterations=500)")).total.right, 2);
}

// Five legal moves, one of them right: 200 tries give 40 +- 5.7.
TEST(RunExam, RandomAnswersAreRightByChanceAndRepeatable) {
  const Exam exam = {{win_in_one("one", true)}};
  ExamOptions options = options_for("random");
  options.repeat = 200;
  const ExamResult result = sit(exam, options);
  EXPECT_EQ(result.total.positions, 1U);
  EXPECT_NEAR(result.total.right, 0.2, 0.1);
  EXPECT_EQ(moves_of(sit(exam, options)), moves_of(result));
  options.seed = 1000;
  EXPECT_NE(moves_of(sit(exam, options)), moves_of(result));
}

// Runs with neighbouring seeds ask nothing twice, and the seed of an answer is enough to get it again.
TEST(RunExam, RepeatsHaveSeedsOfTheirOwn) {
  const Exam exam = {{win_in_one("one", true)}};
  ExamOptions options = options_for("random");
  options.repeat = 20;
  std::set<std::uint64_t> seeds;
  ExamResult result;
  for (options.seed = 1; options.seed <= 10; ++options.seed) {
    result = sit(exam, options);
    EXPECT_EQ(result.asked[0].seed, options.seed);
    for (const Asked& asked : result.asked) seeds.insert(asked.seed);
  }
  EXPECT_EQ(seeds.size(), 200U);
  EXPECT_LT(*seeds.rbegin(), std::uint64_t{1} << 53U);  // a double keeps it exact
  options.repeat = 1;
  for (const Asked& asked : result.asked) {
    options.seed = asked.seed;
    EXPECT_EQ(moves_of(sit(exam, options)), std::vector{asked.move});
  }
}

// More positions change no answer to those that were there.
TEST(RunExam, AnswersDependOnThePositionAlone) {
  const Exam both = two_positions();
  const Exam second = {{both.positions[1]}};
  ExamOptions options = options_for("mcts(iterations=20, solver=no)");
  options.repeat = 8;
  const std::vector<std::string> all = moves_of(sit(both, options));
  EXPECT_EQ(moves_of(sit(second, options)), std::vector<std::string>(all.begin() + 8, all.end()));
}

TEST(RunExam, ARefusedGameIsAWrongAnswer) {
  const Exam exam = {{win_in_one("one", true)}};
  const ExamOptions options = options_for("mcts(lanes, playout=mast)");
  const ExamResult result = sit(exam, options);
  EXPECT_EQ(result.troubled, 1U);
  EXPECT_EQ(result.total.right, 0);
  EXPECT_THAT(to_text(result, options), HasSubstr("without an answer"));
}

TEST(RunExam, LateAnswersAreWrong) {
  const Exam exam = {{win_in_one("one", true)}};
  ExamOptions options = options_for("mcts(iterations=1000000000, solver=no)");
  options.time = std::chrono::milliseconds(100);
  const ExamResult result = sit(exam, options);
  EXPECT_EQ(result.late == 0, result.total.right == 1);
  EXPECT_LT(result.seconds, 10);
}

TEST(RunExam, PositionsThatDoNotFitTheRulesAreErrors) {
  Position position = win_in_one("one", true);
  position.role = "xplayers";
  EXPECT_THAT(problem(position), HasSubstr("position 'one' of tictactoe: there is no role 'xplayers'"));
  position = win_in_one("one", true);
  position.moves[1][1] = "(mark 1 1)";
  EXPECT_THAT(problem(position), HasSubstr("step 1: '(mark 1 1)' is not legal for oplayer"));
  position = win_in_one("one", true);
  position.moves[1].pop_back();
  EXPECT_THAT(problem(position), HasSubstr("step 1 has 1 moves for 2 roles"));
  position = win_in_one("one", true);
  position.best = {"(mark 9 9)"};
  EXPECT_THAT(problem(position), HasSubstr("'(mark 9 9)' is not legal"));
  position = win_in_one("one", true);
  position.role = "oplayer";
  EXPECT_THAT(problem(position), HasSubstr("nothing to choose"));
  position = win_in_one("one", true);
  position.moves.push_back({"(mark 1 3)", "noop"});
  EXPECT_THAT(problem(position), HasSubstr("the game is over"));
  position = win_in_one("one", true);
  position.game = "tictactoo";
  EXPECT_THAT(problem(position), HasSubstr("tictactoo"));
}

TEST(RunExam, ReportsForPeopleAndPrograms) {
  const Exam exam = two_positions();
  const ExamOptions options = options_for("first-legal");
  const ExamResult result = sit(exam, options);
  EXPECT_THAT(to_text(result, options), HasSubstr("  all                  1 of 2      50.0 %"));
  EXPECT_EQ(to_json(result.asked[0])["right"], true);
  EXPECT_EQ(to_json(result.asked[1])["answer"], "(mark 1 1)");
  const auto json = to_json(result, options);
  EXPECT_EQ(json["schema"], "agon.exam-result/1");
  EXPECT_EQ(json["total"]["right"], 1.0);
  EXPECT_EQ(json["kinds"].size(), 2U);
}

}  // namespace
}  // namespace agon::lab::exam
