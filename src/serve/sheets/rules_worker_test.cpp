#include "serve/sheets/rules_worker.h"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "serve/json.h"
#include "serve/sheets/vetting.h"

namespace agon::serve {
namespace {

constexpr const char* kCounter = R"((role r) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (<= (legal r go) (role r))
(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= terminal (true (n 3))) (<= (goal r 100) (true (n 3))) (<= (goal r 0) (not (true (n 3)))))";

// Its state doubles with every step.
constexpr const char* kDoubling = R"((role r) (init (s 0)) (<= (legal r go) (role r)) (<= (next (s (f ?x))) (true (s ?x)))
(<= (next (s (g ?x))) (true (s ?x))) (<= (goal r 50) (role r)) (<= terminal (true n)))";

QuestionHead head_of(const std::string& what, const std::string& body, std::chrono::milliseconds time = std::chrono::minutes(5)) {
  return {what, time, body.size()};
}

Json ask_worker(RulesWorker& worker, const std::string& what, const Json& order, int status = 200) {
  const std::string body = order.dump();
  const RulesWorker::Answer answer = worker.answer(head_of(what, body), body);
  EXPECT_EQ(answer.status, status) << answer.body;
  return Json::parse(answer.body);
}

TEST(RulesFrame, LinesComeBackAsTheyWere) {
  std::string line = to_line(QuestionHead{"walk", std::chrono::milliseconds(20'000), 182});
  EXPECT_EQ(line, "walk 20000 182\n");
  line.pop_back();
  const auto question = read_question_head(line);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->what, "walk");
  EXPECT_EQ(question->time.count(), 20'000);
  EXPECT_EQ(question->bytes, 182U);
  line = to_line(AnswerHead{422, 7, true});
  EXPECT_EQ(line, "422 7 leaving\n");
  line.pop_back();
  const auto answer = read_answer_head(line);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 422);
  EXPECT_TRUE(answer->leaving);
  for (const char* wrong : {"", "200", "200 1", "200 x ready", "200 1 sleepy", "200 1 ready now", "200 -1 ready"})
    EXPECT_FALSE(read_answer_head(wrong)) << wrong;
}

TEST(RulesWorker, AnswersEveryQuestionOfTheStudio) {
  RulesWorker worker({});
  const Json order{{"text", kCounter}, {"seed", 1}, {"playouts", 10}, {"depth", 2}};
  EXPECT_EQ(ask_worker(worker, "check", order)["ok"], true);
  EXPECT_EQ(ask_worker(worker, "position", order)["position"]["step"], 0);
  EXPECT_EQ(ask_worker(worker, "walk", order)["steps"].size(), 4U);
  EXPECT_EQ(ask_worker(worker, "statistics", order)["playouts"], 10);
  EXPECT_EQ(ask_worker(worker, "perft", order)["rows"].size(), 2U);
  EXPECT_EQ(ask_worker(worker, "dance", order, 404)["code"], "not-found");
  EXPECT_EQ(ask_worker(worker, "walk", Json{{"texts", 1}}, 400)["code"], "bad-field");
  EXPECT_EQ(ask_worker(worker, "walk", Json::array(), 400)["code"], "bad-json");
  const Json broken = ask_worker(worker, "position", Json{{"text", "(role r"}}, 400);
  EXPECT_EQ(broken["diagnostics"].size(), 1U);
}

TEST(RulesWorker, ARequestHasOneBudgetForAllItsSteps) {
  RulesWorkerOptions options;
  options.answer_bytes = 100'000;
  options.rules.arbiter.fluents = 5'000;
  RulesWorker worker(options);
  // Each step is small enough for one question; all of them together are not.
  EXPECT_EQ(ask_worker(worker, "walk", Json{{"text", kDoubling}, {"max_steps", 20}}, 422)["code"], "answer-too-large");
  EXPECT_EQ(ask_worker(worker, "walk", Json{{"text", kDoubling}, {"max_steps", 3}})["steps"].size(), 4U);
  const std::vector<std::vector<std::string>> moves(30, {"go"});
  EXPECT_EQ(ask_worker(worker, "position", Json{{"text", kDoubling}, {"moves", moves}}, 422)["code"], "match-too-large");
  const std::string body = Json{{"text", kCounter}}.dump();
  const RulesWorker::Answer late = worker.answer(head_of("walk", body, std::chrono::milliseconds(-1)), body);
  EXPECT_EQ(late.status, 422);
  EXPECT_EQ(Json::parse(late.body)["code"], "out-of-time");
}

TEST(RulesWorker, LeavesWhenItsMemoryIsUsedUp) {
  RulesWorkerOptions small;
  small.memory_bytes = 1;
  RulesWorker worker(small);
  const std::string body = Json{{"text", kCounter}}.dump();
  const RulesWorker::Answer answer = worker.answer(head_of("walk", body), body);
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.leaving);
  // So does one whose engine ran out of memory, whatever the process has left.
  RulesWorkerOptions tiny;
  tiny.sheets.question.memory_bytes = std::size_t{1} << 20U;
  RulesWorker other(tiny);
  const std::string long_walk = Json{{"text", kDoubling}, {"moves", std::vector(30, std::vector<std::string>{"go"})}}.dump();
  const RulesWorker::Answer spent = other.answer(head_of("position", long_walk), long_walk);
  EXPECT_EQ(Json::parse(spent.body)["code"], "out-of-memory");
  EXPECT_TRUE(spent.leaving);
}

TEST(RulesWorker, VetsASheetAndSaysWhatItWeighs) {
  RulesWorker worker({});
  const std::string good = kCounter;
  const RulesWorker::Answer passed = worker.answer(head_of("vet", good), good);
  const Result<SheetWeight> weight = vetting_from_json(Json::parse(passed.body));
  ASSERT_TRUE(weight);
  EXPECT_GT(weight->kit_bytes, good.size());
  // What is wrong with the others comes with its places.
  const std::string bad = "(role r)\n(";
  const Result<SheetWeight> refused = vetting_from_json(Json::parse(worker.answer(head_of("vet", bad), bad).body));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().diagnostics.front().code, "unclosed-parenthesis");
  EXPECT_EQ(refused.error().diagnostics.front().span.begin, 9U);
}

TEST(RulesWorker, SpeaksInFrames) {
  const std::string body = Json{{"text", kCounter}}.dump();
  const std::string question = to_line(head_of("walk", body)) + body;
  std::istringstream in(question + question + "no frame\n");
  std::FILE* const out = std::tmpfile();
  ASSERT_NE(out, nullptr);
  run_rules_worker(in, out, {});
  std::rewind(out);
  std::array<char, 64> line{};
  for (int i = 0; i < 2; ++i) {
    ASSERT_NE(std::fgets(line.data(), line.size(), out), nullptr);
    std::string_view text(line.data());
    text.remove_suffix(1);
    const auto head = read_answer_head(text);
    ASSERT_TRUE(head) << text;
    EXPECT_EQ(head->status, 200);
    std::string answer(head->bytes, '\0');
    EXPECT_EQ(std::fread(answer.data(), 1, answer.size(), out), answer.size());
    EXPECT_EQ(Json::parse(answer)["schema"], "agon.walk/1");
  }
  EXPECT_EQ(std::fgetc(out), EOF);
  std::fclose(out);
}

}  // namespace
}  // namespace agon::serve
