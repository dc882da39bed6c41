#include <gtest/gtest.h>

#include "gdl/reader.h"
#include "ground/grounder.h"

namespace agon::ground {
namespace {

std::shared_ptr<const GroundProgram> ground_text(const std::string& text, const GroundOptions& options = {}) {
  static std::vector<std::unique_ptr<gdl::Rules>> kept;  // the program shares the symbols of the rules
  auto rules = gdl::read_text(text, "test.kif");
  EXPECT_TRUE(rules);
  kept.push_back(std::make_unique<gdl::Rules>(std::move(*rules)));
  auto program = ground(*kept.back(), options);
  EXPECT_TRUE(program) << program.error().diagnostics.front().message;
  return program ? *program : nullptr;
}

const std::string kCounter = R"(
  (role robot)
  (init (step 0)) (init (colour red))
  (succ 0 1) (succ 1 2) (succ 2 3)
  (<= (legal robot go) (true (step ?n)))
  (<= (legal robot never) (true (step 9)))
  (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m) (does robot go))
  (<= (next (colour ?c)) (true (colour ?c)))
  (<= terminal (true (step 3)))
  (<= (goal robot 100) (true (step 3)))
  (<= (goal robot 0) (not (true (step 3)))))";

TEST(Ground, FindsWhatCanBeReached) {
  const auto program = ground_text(kCounter);
  ASSERT_NE(program, nullptr);
  std::vector<std::string> fluents;
  for (const TermId term : program->fluents) fluents.push_back(program->terms->text(term));
  EXPECT_EQ(fluents, (std::vector<std::string>{"(colour red)", "(step 0)", "(step 1)", "(step 2)", "(step 3)"}));
  ASSERT_EQ(program->moves.size(), 1U) << "a move that is never legal is no move";
  EXPECT_EQ(program->terms->text(program->moves[0].term), "go");
  EXPECT_EQ(program->initial, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(program->goals[0].size(), 2U);
}

TEST(Ground, ConditionsThatNeverChangeAreFolded) {
  const auto program = ground_text(kCounter);
  ASSERT_NE(program, nullptr);
  for (std::size_t r = 0; r < program->rule_count(); ++r) {
    EXPECT_FALSE(program->body(r).empty());
    for (const GroundLiteral lit : program->body(r)) EXPECT_LT(lit.atom(), program->atom_count);
  }
  EXPECT_EQ(program->next[1], kNever) << "nothing leads back to step 0";
}

TEST(Ground, SplittingKeepsTheMeaningAndSavesRules) {
  std::string text = "(role r) (init (control r)) (<= (legal r (mark ?x)) (cell ?x) (true (control r)))";
  for (int i = 0; i < 12; ++i) text += "(cell c" + std::to_string(i) + ") (init (at c" + std::to_string(i) + " blank))";
  text += R"(
    (<= (next (at ?x marked)) (does r (mark ?x)))
    (<= (next (at ?x ?v)) (true (at ?x ?v)) (does r (mark ?y)) (distinct ?x ?y))
    (<= (next (control r)) (true (control r)))
    (<= terminal (true (at c0 marked)))
    (goal r 100))";
  const auto split = ground_text(text);
  const auto whole = ground_text(text, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{1} << 30U, .decompose = false, .progress = {}});
  ASSERT_NE(split, nullptr);
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(split->fluents.size(), whole->fluents.size());
  EXPECT_LT(split->rule_count(), whole->rule_count());
}

// Four of sixteen things in a row that share one of eight traits: 8 * 8^4 instances (some of them alike), unless the things are joined out first.
TEST(Ground, AClauseThatTurnsOutHeavyIsMadeLighter) {
  std::string text = "(role r) (<= (legal r (put ?x ?t)) (place ?x) (thing ?t)) (<= (next (at ?x ?t)) (does r (put ?x ?t)))";
  for (int i = 0; i < 4; ++i) text += "(place p" + std::to_string(i) + ") ";
  for (int i = 0; i < 16; ++i) {
    text += "(thing t" + std::to_string(i) + ") ";
    for (int bit = 0; bit < 4; ++bit) text += "(trait t" + std::to_string(i) + " " + std::string((i >> bit) % 2 == 0 ? "no" : "yes") + std::to_string(bit) + ") ";
  }
  text += R"(
    (<= (next (at ?x ?t)) (true (at ?x ?t)))
    (<= four (true (at p0 ?a)) (trait ?a ?t) (true (at p1 ?b)) (trait ?b ?t) (true (at p2 ?c)) (trait ?c ?t) (true (at p3 ?d)) (trait ?d ?t))
    (<= terminal four)
    (goal r 100))";
  const auto program = ground_text(text);
  const auto whole = ground_text(text, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{1} << 30U, .decompose = false, .progress = {}});
  ASSERT_NE(program, nullptr);
  ASSERT_NE(whole, nullptr);
  EXPECT_GT(whole->rule_count(), 25'000U);
  EXPECT_LT(program->rule_count(), 1'000U);
  EXPECT_EQ(program->fluents.size(), whole->fluents.size());
}

TEST(Ground, StopsAtTheMemoryBudgetWithAClearError) {
  std::string text = "(role r) (legal r go) (goal r 0) (<= terminal (true (p 0 0 0 0))) ";
  for (int i = 0; i < 60; ++i) text += "(n " + std::to_string(i) + ") ";
  text += "(<= (init (p ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))";
  auto rules = gdl::read_text(text, "large.kif");
  ASSERT_TRUE(rules);
  const auto program = ground(*rules, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{16} << 20U, .decompose = true, .progress = {}});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().diagnostics.front().code, "ground-memory");
  EXPECT_NE(program.error().diagnostics.front().message.find("init/1"), std::string::npos);
}

TEST(Ground, EndlessTermsEndInAnError) {
  auto rules = gdl::read_text("(role r) (init (p a)) (<= (next (p (f ?x))) (true (p ?x))) (legal r go) (goal r 0) (<= terminal (true (q)))", "endless.kif");
  ASSERT_TRUE(rules);
  EXPECT_FALSE(ground(*rules, {.time = std::chrono::milliseconds(5'000), .memory_bytes = std::size_t{256} << 20U, .decompose = true, .progress = {}}));
}

TEST(Ground, TheProgressCallCanStopTheWork) {
  std::string text = "(role r) (legal r go) (goal r 0) (<= terminal (true (p 0 0 0 0 0))) ";
  for (int i = 0; i < 60; ++i) text += "(n " + std::to_string(i) + ") ";
  text += "(<= (init (p ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))";
  auto rules = gdl::read_text(text, "large.kif");
  ASSERT_TRUE(rules);
  GroundOptions options;
  options.progress = [](const Progress&) { throw LimitReached("stopped", "enough", ""); };
  const auto program = ground(*rules, options);
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().diagnostics.front().code, "stopped");
}

}  // namespace
}  // namespace agon::ground
