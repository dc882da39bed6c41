#include <gtest/gtest.h>

#include "gdl/read/reader.h"
#include "ground/auxiliary.h"
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
  const auto whole = ground_text(
      text, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{1} << 30U, .decompose = false, .progress = {}});
  ASSERT_NE(split, nullptr);
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(split->fluents.size(), whole->fluents.size());
  EXPECT_LT(split->rule_count(), whole->rule_count());
}

// Four of sixteen things in a row that share one of eight traits: 8 * 8^4 instances (some of them duplicates), unless the things
// are joined out first.
TEST(Ground, AClauseThatTurnsOutHeavyIsMadeLighter) {
  std::string text = "(role r) (<= (legal r (put ?x ?t)) (place ?x) (thing ?t)) (<= (next (at ?x ?t)) (does r (put ?x ?t)))";
  for (int i = 0; i < 4; ++i) text += "(place p" + std::to_string(i) + ") ";
  for (int i = 0; i < 16; ++i) {
    text += "(thing t" + std::to_string(i) + ") ";
    for (int bit = 0; bit < 4; ++bit)
      text += "(trait t" + std::to_string(i) + " " + std::string((i >> bit) % 2 == 0 ? "no" : "yes") + std::to_string(bit) + ") ";
  }
  text += R"(
    (<= (next (at ?x ?t)) (true (at ?x ?t)))
    (<= four (true (at p0 ?a)) (trait ?a ?t) (true (at p1 ?b)) (trait ?b ?t) (true (at p2 ?c)) (trait ?c ?t) (true (at p3 ?d)) (trait ?d ?t))
    (<= terminal four)
    (goal r 100))";
  const auto program = ground_text(text);
  const auto whole = ground_text(
      text, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{1} << 30U, .decompose = false, .progress = {}});
  ASSERT_NE(program, nullptr);
  ASSERT_NE(whole, nullptr);
  EXPECT_GT(whole->rule_count(), 25'000U);
  EXPECT_LT(program->rule_count(), 1'000U);
  EXPECT_EQ(program->fluents.size(), whole->fluents.size());
}

// The same in a sheet that has 1.3 million other rules by then: starting again would cost more than the clause does.
TEST(Ground, GroundingDoesNotStartAgainForASmallPartOfALargeSheet) {
  std::string text = "(role r) (init (started)) (<= (legal r (put ?x ?t)) (place ?x) (thing ?t)) ";
  for (int i = 0; i < 110; ++i) text += "(n " + std::to_string(i) + ") ";
  for (int i = 0; i < 4; ++i) text += "(place p" + std::to_string(i) + ") ";
  for (int i = 0; i < 16; ++i) {
    text += "(thing t" + std::to_string(i) + ") ";
    for (int bit = 0; bit < 4; ++bit)
      text += "(trait t" + std::to_string(i) + " " + std::string((i >> bit) % 2 == 0 ? "no" : "yes") + std::to_string(bit) + ") ";
  }
  text += R"(
    (<= (large ?a ?b ?c) (true (started)) (n ?a) (n ?b) (n ?c))
    (<= (next (at ?x ?t)) (does r (put ?x ?t)))
    (<= four (true (at p0 ?a)) (trait ?a ?t) (true (at p1 ?b)) (trait ?b ?t) (true (at p2 ?c)) (trait ?c ?t) (true (at p3 ?d)) (trait ?d ?t))
    (<= terminal four)
    (<= (goal r 100) (large 1 2 3))
    (<= (goal r 0) (not (large 1 2 3))))";
  const auto rules = gdl::read_text(text, "late.kif");
  ASSERT_TRUE(rules);
  GroundReport report;
  ASSERT_TRUE(ground(*rules, {}, &report));
  EXPECT_GE(report.instances, 110U * 110U * 110U + 8U * 8U * 8U * 8U * 8U) << "the clause is left as it is";
}

// The number of taken cells by a loop with an accumulator, over numbers far beyond the cells. Bottom-up the loop alone has
// cells * numbers * results rows.
std::string counting_sheet(int cells, int numbers) {
  std::string text = "(role r) ";
  for (int i = 0; i < numbers; ++i)
    text += "(number " + std::to_string(i) + ") (succ " + std::to_string(i) + " " + std::to_string(i + 1) + ") ";
  for (int i = 0; i < cells; ++i)
    text += "(cell " + std::to_string(i) + ") (after " + std::to_string(i) + " " + std::to_string(i + 1) + ") ";
  const std::string last = std::to_string(cells);
  text += "(cell " + last + ") ";
  text += "(<= (loop " + last + " ?n ?w) (one " + last + " ?n ?w))";
  text += R"(
    (<= (legal r (take ?x)) (cell ?x) (not (true (taken ?x))))
    (<= (next (taken ?x)) (does r (take ?x)))
    (<= (next (taken ?x)) (true (taken ?x)))
    (<= (count ?w) (loop 0 0 ?w))
    (<= (loop ?x ?n ?w) (one ?x ?n ?m) (after ?x ?y) (loop ?y ?m ?w))
    (<= (one ?x ?n ?n) (cell ?x) (number ?n) (not (true (taken ?x))))
    (<= (one ?x ?n ?m) (succ ?n ?m) (true (taken ?x)))
    (<= terminal (count 3))
    (<= (goal r ?w) (count ?w)))";
  return text;
}

TEST(Ground, ACountingLoopIsASequentialCounter) {
  const auto rules = gdl::read_text(counting_sheet(12, 60), "count.kif");
  ASSERT_TRUE(rules);
  GroundReport counter, enumeration;
  const auto program = ground(*rules, {}, &counter);
  const auto whole = ground(
      *rules, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{1} << 30U, .decompose = false, .progress = {}},
      &enumeration);
  ASSERT_TRUE(program);
  ASSERT_TRUE(whole);
  EXPECT_GT(enumeration.instances, 5'000U);
  EXPECT_LT(counter.instances, 400U);
  EXPECT_EQ((*program)->goals[0].size(), 14U) << "0 to 13 of 13 cells";
  EXPECT_EQ((*program)->goals[0].size(), (*whole)->goals[0].size());
}

// S = A + B + C + D with 30 values each: 30^4 instances as one rule, some 30^2 for each term with partial sums.
TEST(Ground, ASumOfManyTermsIsAddedUpTermByTerm) {
  std::string text = "(role a) (role b) (role c) (role d) ";
  for (int i = 0; i < 30; ++i) text += "(guessable " + std::to_string(i) + ") ";
  for (int i = 0; i < 117; ++i) {
    for (int j = 0; i + j < 117 && j < 30; ++j)
      text += "(sum " + std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(i + j) + ") ";
  }
  text += R"(
    (<= (legal ?p (guess ?n)) (role ?p) (guessable ?n))
    (<= (next (guessed ?p ?n)) (does ?p (guess ?n)))
    (<= (total ?s) (true (guessed a ?a)) (true (guessed b ?b)) (sum ?a ?b ?t) (true (guessed c ?c)) (sum ?t ?c ?u)
        (true (guessed d ?d)) (sum ?u ?d ?s))
    (<= terminal (total ?s))
    (<= (goal ?p ?s) (role ?p) (total ?s)))";
  const auto program = ground_text(text);
  ASSERT_NE(program, nullptr);
  EXPECT_LT(program->rule_count(), 8'000U);
  EXPECT_EQ(program->goals[0].size(), 117U) << "sums 0 to 116";
}

// A view over four numbers has 60^4 rows, and is asked for on a board of 2 by 2.
TEST(Ground, AViewWithVeryManyRowsIsUnfolded) {
  std::string text = "(role r) (init (at 0 0)) (index 0) (index 1) ";
  for (int i = 0; i < 60; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ") ";
  text += R"(
    (<= (less ?x ?y) (succ ?x ?y))
    (<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))
    (<= (before ?x ?y ?u ?v) (less ?x ?u) (less ?y ?v))
    (<= (legal r (go ?x ?y)) (index ?x) (index ?y))
    (<= (next (at ?x ?y)) (does r (go ?x ?y)))
    (<= terminal (true (at ?x ?y)) (before 0 0 ?x ?y))
    (<= (goal r 100) (true (at ?x ?y)) (before 0 0 ?x ?y)))";
  GroundReport report;
  auto rules = gdl::read_text(text, "view.kif");
  ASSERT_TRUE(rules);
  const auto program = ground(*rules, {}, &report);
  ASSERT_TRUE(program);
  EXPECT_LT(report.static_atoms, 10'000U);
  ASSERT_EQ((*program)->goals[0].size(), 1U);
}

// Triples of 120 orders are 1.7 million moves.
TEST(Ground, TooManyMovesAreRefusedEarly) {
  std::string text = "(role r) (init (p 0)) (goal r 0) (<= terminal (true (p 1))) (<= (next (p ?a)) (does r (orders ?a ?b ?c))) ";
  for (int i = 0; i < 120; ++i) text += "(order " + std::to_string(i) + ") ";
  text += "(<= (legal r (orders ?a ?b ?c)) (true (p 0)) (order ?a) (order ?b) (order ?c))";
  auto rules = gdl::read_text(text, "orders.kif");
  ASSERT_TRUE(rules);
  const auto program = ground(*rules);
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().diagnostics.front().code, "ground-moves");
}

TEST(Ground, StopsAtTheMemoryBudgetWithAClearError) {
  std::string text = "(role r) (legal r go) (goal r 0) (<= terminal (true (p 0 0 0 0))) ";
  for (int i = 0; i < 60; ++i) text += "(n " + std::to_string(i) + ") ";
  text += "(<= (init (p ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))";
  auto rules = gdl::read_text(text, "large.kif");
  ASSERT_TRUE(rules);
  const auto program = ground(
      *rules, {.time = std::chrono::milliseconds(0), .memory_bytes = std::size_t{16} << 20U, .decompose = true, .progress = {}});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().diagnostics.front().code, "ground-memory");
  EXPECT_NE(program.error().diagnostics.front().message.find("init/1"), std::string::npos);
}

// The name of an auxiliary relation is a number, which may be that of a constant: here of 17, the first symbol behind the
// relations.
TEST(Ground, AuxiliaryRelationsAreShownByTheRulesThatTheyArePartOf) {
  const auto rules = gdl::read_text("(role r) (<= (p ?x) (q ?x) (not (s ?x))) (<= (s ?x) (q ?x)) (q 17)", "parts.kif");
  ASSERT_TRUE(rules);
  game::TermBank terms(rules->shared_symbols(), {});
  ClauseSet set = make_clauses(*rules, terms);
  const PredicateId p = set.find({rules->symbols().find("p"), 1});
  ASSERT_LT(p, set.predicates.size());
  AuxiliaryRelations auxiliaries(set);
  std::vector<Literal> body = set.predicates[p].clauses[0].body;
  const Literal inner = auxiliaries.call({0}, {body[0]});
  const Literal outer = auxiliaries.call({0}, {inner, body[1]});
  set.predicates[p].clauses[0].body = {outer};
  ASSERT_LT(set.predicates[inner.predicate].relation.name.value, rules->symbols().size());
  EXPECT_EQ(relation_text(set, p, rules->symbols()), "p/1");
  EXPECT_EQ(relation_text(set, outer.predicate, rules->symbols()), "a part of the rules for p/1");
  EXPECT_EQ(relation_text(set, inner.predicate, rules->symbols()), "a part of the rules for p/1");
}

TEST(Ground, EndlessTermsEndInAnError) {
  auto rules = gdl::read_text(
      "(role r) (init (p a)) (<= (next (p (f ?x))) (true (p ?x))) (legal r go) (goal r 0) (<= terminal (true (q)))", "endless.kif");
  ASSERT_TRUE(rules);
  EXPECT_FALSE(ground(
      *rules,
      {.time = std::chrono::milliseconds(5'000), .memory_bytes = std::size_t{256} << 20U, .decompose = true, .progress = {}}));
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
