// The prover on handwritten sheets: cases for which random ones are too small or too well-behaved, and every bug that random ones
// have found.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "agreement.h"
#include "base/rng.h"
#include "engines/prover/prover.h"
#include "gdl/test_helpers.h"

namespace agon::property {
namespace {

using engines::Prover;

std::shared_ptr<const Prover> prover(const std::string& text, const Limits& limits = {}) {
  auto made = Prover::create(gdl::read_good(text), limits);
  if (!made) throw std::runtime_error(made.error().diagnostics.front().message);
  return *made;
}

// The code of the error that the prover ends with, already while it is made or when asked whether the first state is terminal.
std::string failure(const std::string& text, const Limits& limits = {}) {
  const auto made = Prover::create(gdl::read_good(text), limits);
  if (!made) {
    EXPECT_EQ(made.error().category, Error::Category::LimitReached);
    return made.error().diagnostics.front().code;
  }
  try {
    auto scratch = (*made)->make_scratch();
    const Prover::State state = (*made)->initial_state(scratch);
    return (*made)->is_terminal(scratch, state) ? "terminal" : "not terminal";
  } catch (const LimitReached& limit) {
    return limit.error().diagnostics.front().code;
  }
}

// Is the first state terminal?
bool holds(const std::string& text) {
  const auto p = prover(text);
  auto scratch = p->make_scratch();
  return p->is_terminal(scratch, p->initial_state(scratch));
}

std::vector<std::string> legal(const Prover& p, Prover::Scratch& scratch, const Prover::State& state, RoleId role = RoleId{0}) {
  game::MoveBuffer moves;
  p.legal_moves(scratch, state, role, moves);
  std::vector<std::string> result;
  for (const MoveId move : moves) result.push_back(p.terms().text(p.move_term(role, move)));
  return result;
}

std::string chain(const std::string& relation, int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += "(" + relation + " " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  return text;
}

void expect_agreement(const std::string& text) {
  const gdl::Rules rules = gdl::read_good(text);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto difference = disagreement(rules, seed);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << *difference;
  }
}

// ---- recursion ----

TEST(ProverRecursion, GoesAHundredThousandLevelsDeep) {
  EXPECT_TRUE(
      holds("(role r) (up 0)\n" + chain("succ", 0, 100'000) + "(<= (up ?n) (succ ?m ?n) (up ?m)) (<= terminal (up 100000))"));
}

TEST(ProverRecursion, FollowsACycleOfAHundredThousand) {
  const std::string ring = "(role r)\n" + chain("e", 0, 100'000) +
                           "(e 100000 0)\n(<= (reach ?x ?y) (e ?x ?y)) (<= (reach ?x ?y) (e ?x ?z) (reach ?z ?y))\n";
  EXPECT_TRUE(holds(ring + "(<= terminal (reach 50000 49999))"));
  EXPECT_FALSE(holds(ring + "(<= terminal (reach 50000 nowhere))"));
}

// All recursion schemes over random graphs, against a plain graph search. Large enough for hash tables and many tables.
TEST(ProverRecursion, SchemesFindTheSamePaths) {
  const char* const schemes[] = {
      "(<= (r ?x ?y) (r ?x ?z) (e ?z ?y))",
      "(<= (r ?x ?y) (e ?x ?z) (r ?z ?y))",
      "(<= (r ?x ?y) (r ?x ?z) (r ?z ?y))",
      "(<= (r ?x ?y) (q ?x ?y)) (<= (q ?x ?y) (e ?x ?z) (r ?z ?y))",
      "(<= (r ?x ?y) (q ?x ?y)) (<= (q ?x ?y) (r ?x ?z) (s ?z ?y)) (<= (s ?x ?y) (r ?x ?y)) (<= (s ?x ?y) (q ?x ?y))",
      "(<= (r ?x ?y) (or (and (e ?x ?z) (r ?z ?y)) (and (r ?x ?z) (e ?z ?y))))",
  };
  constexpr int kNodes = 40;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Rng rng(seed);
    std::vector<std::vector<bool>> reach(kNodes, std::vector<bool>(kNodes));
    std::string edges = "(role r)\n";
    const std::uint32_t count = kNodes / 2 + rng.below(2 * kNodes);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t from = rng.below(kNodes);
      const std::uint32_t to = rng.below(kNodes);
      reach[from][to] = true;
      edges += "(e " + std::to_string(from) + " " + std::to_string(to) + ")\n";
    }
    for (int k = 0; k < kNodes; ++k) {
      for (int i = 0; i < kNodes; ++i) {
        for (int j = 0; j < kNodes; ++j) {
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
        }
      }
    }
    std::vector<std::string> want;
    for (int i = 0; i < kNodes; ++i) {
      for (int j = 0; j < kNodes; ++j) {
        if (reach[i][j]) want.push_back("(m " + std::to_string(i) + " " + std::to_string(j) + ")");
      }
    }
    std::ranges::sort(want);
    for (const char* scheme : schemes) {
      // Asked as a whole, from each node, to each node, and pair by pair.
      const auto all = prover(edges + "(<= (r ?x ?y) (e ?x ?y))" + scheme +
                              "(<= (node ?x) (or (e ?x ?y) (e ?y ?x)))"
                              "(<= (legal r (m ?x ?y)) (true whole) (r ?x ?y))"
                              "(<= (legal r (m ?x ?y)) (true from) (node ?x) (r ?x ?y))"
                              "(<= (legal r (m ?x ?y)) (true to) (node ?y) (r ?x ?y))"
                              "(<= (legal r (m ?x ?y)) (true pairs) (node ?x) (node ?y) (not (not (r ?x ?y))))");
      auto scratch = all->make_scratch();
      for (const char* way : {"whole", "from", "to", "pairs"}) {
        const SymbolId name = all->terms().symbols().find(way);
        std::vector<std::string> got = legal(*all, scratch, {{all->terms().constant(name)}});
        std::ranges::sort(got);
        EXPECT_EQ(got, want) << way << " " << scheme << " seed " << seed;
      }
    }
  }
}

// The cost of the query grows at most with the square of the ring, however its members are nested.
TEST(ProverRecursion, CyclesInCyclesStayCheap) {
  std::string text = "(role r)\n";
  constexpr int kRings = 60;
  for (int i = 0; i < kRings; ++i) {
    const std::string n = std::to_string(i);
    const std::string next = std::to_string((i + 1) % kRings);
    text += "(<= (a" + n + " ?x) (b" + n + " ?x)) (<= (b" + n + " ?x) (c" + n + " ?x)) (<= (c" + n + " ?x) (a" + n + " ?x))\n";
    text += "(<= (b" + n + " ?x) (a" + next + " ?x)) (<= (c" + n + " ?x) (b" + next + " ?x))\n";
  }
  text += "(c30 found) (<= (legal r ?x) (a0 ?x)) (<= terminal (c59 ?x))";
  const auto p = prover(text);
  auto scratch = p->make_scratch();
  EXPECT_EQ(legal(*p, scratch, {}), std::vector<std::string>{"found"});
  EXPECT_TRUE(p->is_terminal(scratch, {}));
  EXPECT_LT(scratch.steps(), 200'000U);
}

// ---- limits ----

const std::string kNumbers = "(role r) (num zero) (<= (num (s ?x)) (num ?x)) (<= terminal (num ?x) (distinct ?x ?x))";
const std::string kTrees =
    "(role r) (tree leaf) (<= (tree (n ?x ?y)) (tree ?x) (tree ?y)) (<= terminal (tree ?x) (distinct ?x ?x))";

TEST(ProverLimits, EndlessTermsEndAtEachLimit) {
  EXPECT_EQ(failure(kNumbers), "term-too-deep");
  EXPECT_EQ(failure(kNumbers, {.term_depth = 100}), "term-too-deep");
  EXPECT_EQ(failure(kNumbers, {.term_depth = 1U << 30U, .term_size = 100}), "term-too-large");
  EXPECT_EQ(failure(kNumbers, {.steps = 1'000}), "too-many-steps");
  EXPECT_EQ(failure(kNumbers, {.memory_bytes = std::size_t{8} << 20U, .term_depth = 1U << 30U, .term_size = 1U << 30U}),
            "out-of-memory");
  EXPECT_EQ(failure(kNumbers, {.time = std::chrono::milliseconds{20}, .term_depth = 1U << 30U, .term_size = 1U << 30U}),
            "out-of-time");
  EXPECT_EQ(failure(kTrees, {.memory_bytes = std::size_t{64} << 20U, .term_depth = 1U << 30U, .term_size = 1U << 30U}),
            "out-of-memory");
  EXPECT_EQ(failure(kTrees, {.steps = 100'000, .term_depth = 1U << 30U, .term_size = 1U << 30U}), "too-many-steps");
  EXPECT_EQ(failure(kTrees, {.term_size = 1'000}), "term-too-large");
}

TEST(ProverLimits, EndlessCallsEndToo) {
  // Each call asks about a larger term; no answer is ever found.
  EXPECT_EQ(failure("(role r) (<= (p ?x) (p (s ?x))) (<= terminal (p zero))"), "term-too-deep");
}

TEST(ProverLimits, ManyAnswersEndToo) {
  std::string digits = "(role r)";
  for (int i = 0; i < 30; ++i) digits += "(d " + std::to_string(i) + ")";
  const std::string text = digits +
                           "(<= (all ?a ?b ?c ?e ?f ?g) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g)) (<= terminal (all ?a ?b ?c ?e "
                           "?f ?g) (distinct ?a ?a) (distinct ?b ?c) (distinct ?e ?f) (distinct ?f ?g))";
  EXPECT_EQ(failure(text, {.memory_bytes = std::size_t{32} << 20U}), "out-of-memory");
  EXPECT_EQ(failure(text, {.steps = 50'000}), "too-many-steps");
  EXPECT_EQ(failure(text, {.time = std::chrono::milliseconds{30}}), "out-of-time");
}

TEST(ProverLimits, AnEndlessInitialStateIsAnError) {
  const auto made = Prover::create(
      gdl::read_good("(role r) (<= (init (s ?x)) (n ?x)) (n zero) (<= (n (s ?x)) (n ?x)) (legal r noop)"), {.steps = 10'000});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().category, Error::Category::LimitReached);
  EXPECT_EQ(made.error().diagnostics.front().code, "too-many-steps");
}

TEST(ProverLimits, UnstratifiedNegationIsReported) {
  EXPECT_EQ(failure("(role r) (<= terminal (not q)) (<= q (not terminal))"), "not-stratified");
  EXPECT_EQ(failure("(role r) (<= terminal p) (<= p (not p))"), "not-stratified");
  EXPECT_EQ(
      failure(
          "(role r) (c a) (<= terminal (p a)) (<= (p ?x) (c ?x) (not (and (c ?x) (q ?x)))) (<= (q ?x) (s ?x)) (<= (s ?x) (p ?x))"),
      "not-stratified");
  EXPECT_EQ(failure("(role r) (c a) (<= terminal (p ?x)) (<= (p ?x) (c ?x) (not (q ?x ?y))) (<= (q ?x ?y) (p ?x) (c ?y))"),
            "not-stratified");
  // Negation over a chain is no cycle among the facts: each position is decided by later ones.
  EXPECT_EQ(failure("(role r) (m a b) (m b c) (<= (win ?x) (m ?x ?y) (not (win ?y))) (<= terminal (win a))"), "not terminal");
  EXPECT_EQ(failure("(role r) (m a b) (m b c) (m c d) (<= (win ?x) (m ?x ?y) (not (win ?y))) (<= terminal (win a))"), "terminal");
}

// A query that ends in a limit, in the middle of cycles, must leave nothing behind.
TEST(ProverLimits, AScratchSurvivesThem) {
  const std::string text =
      "(role r) (e a b) (e b c) (e c a) (init a)"
      "(<= (path ?x ?y) (e ?x ?y)) (<= (path ?x ?y) (e ?x ?z) (path ?z ?y))"
      "(<= (legal r ?y) (true ?x) (path ?x ?y) (not (lonely ?y)))"
      "(<= (lonely ?y) (path ?x ?y) (not (path ?y ?x)))"
      "(<= (next ?y) (does r ?y) (path ?y ?y))"
      "(<= (bad ?x ?y) (path ?x ?y) (num ?z) (bad ?y ?x)) (<= (bad ?x ?y) (path ?x ?y) (num ?z) (distinct ?z ?z)) (num zero) (<= "
      "(num (s ?x)) (num ?x) (path a a))"
      "(<= (goal r 100) (true ?x) (bad ?x ?y))"
      "(<= terminal (true ?x) (not (path ?x ?x)))";
  const auto p = prover(text);
  auto reused = p->make_scratch();
  for (const std::uint64_t steps : {1U, 2U, 3U, 5U, 8U, 13U, 21U, 34U, 55U, 89U, 144U, 233U, 1000U, 5000U}) {
    reused.set_limits({});
    Prover::State state = p->initial_state(reused);
    reused.set_limits({.steps = steps});
    EXPECT_THROW((void)p->goal(reused, state, RoleId{0}), LimitReached) << steps;
    try {
      EXPECT_EQ(legal(*p, reused, state).size(), 3U);
    } catch (const LimitReached&) {
      EXPECT_LT(steps, 1000U);
    }
    reused.set_limits({});
    EXPECT_EQ(legal(*p, reused, state), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_FALSE(p->is_terminal(reused, state));
    const Prover::State before = state;
    const MoveId joint[] = {MoveId{p->terms().constant(p->terms().symbols().find("b")).value}};
    p->apply(reused, state, joint);
    ASSERT_EQ(state.fluents.size(), 1U);
    EXPECT_EQ(p->terms().text(state.fluents[0]), "b");
    EXPECT_NE(state, before);
  }
}

// ---- threads ----

TEST(ProverThreads, AgreeWithOneThread) {
  // Every move makes new terms, so that the threads contend for the bank.
  const auto p = prover(
      "(role r) (init (at zero a)) (e a b) (e b c) (e c a) (e a c)"
      "(<= (reach ?x ?y) (e ?x ?y)) (<= (reach ?x ?y) (reach ?x ?z) (e ?z ?y))"
      "(<= (legal r (go ?y ?n)) (true (at ?n ?x)) (reach ?x ?y))"
      "(<= (next (at (s ?n) ?y)) (true (at ?n ?x)) (does r (go ?y ?m)))"
      "(<= (next (seen ?x ?n)) (true (at ?n ?x))) (<= (next (seen ?x ?n)) (true (seen ?x ?n)) (not (true (seen ?x (s ?n)))))"
      "(<= terminal (true (at (s (s (s (s (s ?x))))) a)))");
  const auto play = [&](std::uint64_t seed) {
    auto scratch = p->make_scratch();
    std::string record;
    Rng rng(seed);
    for (int match = 0; match < 20; ++match) {
      Prover::State state = p->initial_state(scratch);
      for (int i = 0; i < 25 && !p->is_terminal(scratch, state); ++i) {
        game::MoveBuffer moves;
        p->legal_moves(scratch, state, RoleId{0}, moves);
        const MoveId joint[] = {moves[rng.below(static_cast<std::uint32_t>(moves.size()))]};
        p->apply(scratch, state, joint);
        game::TermBuffer fluents;
        p->fluents(state, fluents);
        for (const TermId f : fluents) record += p->terms().text(f);
      }
    }
    return record;
  };
  std::vector<std::string> parallel(4);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t t = 0; t < parallel.size(); ++t) threads.emplace_back([&, t] { parallel[t] = play(1 + t / 2); });
  }
  for (std::uint64_t t = 0; t < parallel.size(); ++t) EXPECT_EQ(parallel[t], play(1 + t / 2));
}

// ---- hostile sheets: planning must not take minutes ----

TEST(ProverPlanning, TakesLargeSheets) {
  std::string rules;
  for (int i = 1; i < 2'000; ++i) rules += "(<= (p" + std::to_string(i) + " ?x) (c ?x) (p" + std::to_string(i - 1) + " ?x))\n";
  EXPECT_TRUE(holds("(role r) (c a) (<= (p0 ?x) (c ?x))\n" + rules + "(<= terminal (p1999 ?x))"));

  std::string body;
  for (int i = 0; i < 500; ++i) body += " (e ?x" + std::to_string(i) + " ?x" + std::to_string(i + 1) + ")";
  EXPECT_TRUE(holds("(role r) (e a a) (e a b) (<= terminal" + body + ")"));

  std::string heads;
  for (int i = 0; i < 5'000; ++i)
    heads += "(<= (q k" + std::to_string(i) + " ?x) (c ?x)) (<= (q ?y ?x) (d" + std::to_string(i) + " ?y ?x))\n";
  EXPECT_TRUE(holds("(role r) (c a) (d4999 u v)\n" + heads + "(<= terminal (q k4711 a) (q u v))"));
}

TEST(ProverPlanning, NestedAlternativesAreSpreadOnce) {
  std::string nested = "(c found)";
  for (int level = 0; level < 60; ++level) {
    std::string next = "(or";
    for (int i = 0; i < 17; ++i) next += " (c k" + std::to_string(i) + ")";
    nested = next + " (and (c a) " + nested + "))";
  }
  EXPECT_TRUE(holds("(role r) (c a) (c found) (<= terminal (c a) " + nested + ")"));
}

TEST(ProverPlanning, ModesAreLimited) {
  const auto args = [](int first, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += " ?x" + std::to_string((first + i) % 24);
    return text;
  };
  std::string facts;
  for (int i = 0; i < 24; ++i) facts += " (c ?x" + std::to_string(i) + ")";
  EXPECT_EQ(failure("(role r) (c a) (<= (p" + args(0, 24) + ")" + facts + ") (<= (p" + args(0, 24) + ") (p" + args(1, 24) + "))" +
                    "(<= (p" + args(0, 24) + ") (p ?y" + args(1, 23) +
                    ") (c ?x0)) (<= terminal (p a a a a a a a a a a a a a a a a a a a a a a a a))"),
            "rule-too-large");
}

TEST(ProverPlanning, WideTermsAndRelations) {
  std::string variables;
  std::string conditions;
  for (int i = 0; i < 600; ++i) {
    variables += " ?x" + std::to_string(i);
    conditions += " (c ?x" + std::to_string(i) + ")";
  }
  // 9 to the power of 600 is no number any more; the condition must not get lost.
  EXPECT_FALSE(
      holds("(role r) (<= (p" + variables + ")" + conditions + ") (<= terminal (p" + variables + ") (not (distinct ?x0 ?x1)))"));
  EXPECT_TRUE(holds("(role r) (c a) (<= (p" + variables + ")" + conditions + ") (<= terminal (p" + variables +
                    ") (not (distinct ?x0 ?x1)))"));
  // More arguments than an operation counts.
  std::string wide;
  for (int i = 0; i < 70'000; ++i) wide += " b";
  EXPECT_EQ(failure("(role r) (c a) (<= (init (f" + wide + " ?x)) (c ?x))"), "rule-too-large");
}

// ---- bugs that were found ----

// A table that waits for a cycle kept the stack position of a frame that had ended; the call that took this position next was taken
// for the leader of the cycle, and was completed too early.
TEST(ProverRegression, AFollowerKnowsItsLeader) {
  expect_agreement(
      "(role r) (e a a)"
      "(<= (l ?x) (p ?x)) (<= (l ?x) (c ?x)) (<= (l ?x) (e ?x ?x))"
      "(<= (p ?x) (q ?x)) (<= (p ?x) (l ?x))"
      "(<= (q ?x) (p ?x))"
      "(<= (c ?x) (q ?x))"
      "(<= (legal r ?x) (c ?x)) (<= terminal (l ?x) (not (c ?x)))");
}

// A table that only early iterations call is not complete when the cycle is.
TEST(ProverRegression, AFollowerOfAnEarlyRoundIsNotFinished) {
  expect_agreement(
      "(<= c (a ?x)) (<= f (a ?x)) (<= (a c) (b ?x) (not (e0 d ?x))) (<= (b d) c) (init on) (<= (a a) f) (<= (b (f b)) (true ?x)) "
      "(role r)"
      "(<= (legal r ?x) (a ?x)) (<= (legal r no) c) (<= (next no) (not f)) (<= terminal (b ?x) (not (a ?x))) (<= (goal r 0) (b d)) "
      "(<= (goal r 50) f)");
  expect_agreement(
      "(role r0) (role r1) (e0 b c) (e0 c a) (init (f b c)) (next (f c a))"
      "(<= (w1a ?x ?y) (w1b ?x ?z) (w1b ?z ?y)) (<= (w1b ?x ?y) (w1c ?x ?z) (w1a ?y ?z)) (<= (w1b ?x ?y) (w1a ?x ?z) (true (f ?z "
      "?y)))"
      "(<= (w1c ?x ?y) (w1a ?x ?z) (w1c ?y ?z)) (<= (w1c ?x ?y) (w1a ?y ?x)) (<= (w1a ?x ?y) (e0 ?x ?y))");
}

// No X with p or q: not "some X with neither".
TEST(ProverRegression, ALocalVariableOfANegatedDisjunction) {
  expect_agreement("(role r) (p a) (<= terminal (not (or (p ?x) (q ?x)))) (<= (legal r b) (not (or (q ?x) (s ?x ?y))))");
}

// More alternatives than are expanded: a disjunction that became a relation was called for all values of a variable that it only
// tests.
TEST(ProverRegression, ALargeDisjunctionWaitsForWhatItTests) {
  expect_agreement(
      "(role r) (init (f a)) (init b) (e1 c)"
      "(<= (legal r ?x) (or (e1 ?x) (e0 ?x d) (true ?x)) (or p1 (p2 ?x) (not (distinct ?x ?x))) (or (not (not (distinct d ?x))) "
      "(e1 ?x)))");
}

// ... and a variable that only some alternatives mention joins those that are taken together.
TEST(ProverRegression, AVariableOfSomeAlternatives) {
  expect_agreement(
      "(role r) (init (f a)) (p (f a)) (e2 b) (e3 b) (u)"
      "(<= (legal r yes) (or (true ?x) (e1 ?x) (e2 ?x)) (or (p ?x) (e3 ?x) (e4 ?x)) (or (p ?x) (e5 ?x) w))"
      "(<= (goal r 50) (or (e1 ?x) u (p2 ?x)) (or (e2 ?x) (distinct a c) (p2 ?x)) (or (not (e0 c b)) (p2 ?x)) (or (true ?x) (e2 "
      "c)))");
}

// Only q keeps the calls of p finite, and it stands behind p.
TEST(ProverRegression, AGuardComesBeforeTheCallItGuards) {
  const std::string guard =
      "(role r) (g (f (f a))) (g (f a)) (<= (q ?x ?z) (h ?x ?z)) (<= (h ?x ?x) (g ?x)) (<= (h ?x ?y) (h ?y ?x)) (<= (p ?x) (h ?x "
      "?y) (h (f ?y) ?z))";
  expect_agreement(guard + "(<= (p ?x) (p (f ?x)) (q (f ?x) ?z) (h ?z ?w)) (<= terminal (p a)) (<= (legal r ?x) (p ?x))");
  expect_agreement(guard +
                   "(<= (p ?x) (p ?y) (h ?y ?z) (g ?x) (not (distinct ?y (f ?x)))) (<= terminal (p a)) (<= (legal r ?x) (p ?x))");
}

}  // namespace
}  // namespace agon::property
