// The paper's small examples, the cases it leaves open, and agreement with the prover on games of the library.
#include "engines/chainer/chainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "engines/prover/prover.h"
#include "game/playout_checker.h"
#include "gdl/test_helpers.h"

namespace agon::engines {
namespace {

using chainer::FlatRule;
using chainer::HypothesisKind;
using chainer::LexId;
using chainer::Relation;
using chainer::RelationId;

std::shared_ptr<const Chainer> make(const gdl::Rules& rules, const ChainerOptions& options = {}) {
  auto engine = Chainer::create(rules, {}, options);
  EXPECT_TRUE(engine.ok()) << engine.error().diagnostics.front().message;
  return *engine;
}

RelationId relation(const Chainer& engine, const std::string& name) {
  const auto& names = engine.program().flat.names;
  const auto found = std::ranges::find(names, name);
  EXPECT_NE(found, names.end()) << name;
  return static_cast<RelationId>(found - names.begin());
}

const FlatRule& rule_of(const Chainer& engine, const std::string& head) {
  const auto& flat = engine.program().flat;
  const RelationId wanted = relation(engine, head);
  const auto found = std::ranges::find_if(flat.rules, [&](const FlatRule& rule) { return rule.head.relation == wanted; });
  EXPECT_NE(found, flat.rules.end()) << head;
  return *found;
}

std::vector<std::string> texts(const game::TermBank& terms, const std::vector<TermId>& ids) {
  std::vector<std::string> result;
  for (const TermId id : ids) result.push_back(terms.text(id));
  return result;
}

// Differential test: the same random matches on both engines; returns the number of states, 0 after a difference.
std::uint64_t lockstep(const gdl::Rules& rules, const ChainerOptions& options, std::uint64_t max_states) {
  auto made = Prover::create(rules);
  EXPECT_TRUE(made.ok());
  const Prover& a = **made;
  const std::shared_ptr<const Chainer> b = make(rules, options);
  if (!b) return 0;
  Prover::Scratch sa = a.make_scratch();
  Chainer::Scratch sb = b->make_scratch();
  EXPECT_EQ(a.info().roles, b->info().roles);
  std::uint64_t states = 0;
  for (std::uint64_t seed = 1; seed <= 10 && states < max_states; ++seed) {
    Rng rng(seed);
    Prover::State x = a.initial_state(sa);
    Chainer::State y = b->initial_state(sb);
    while (states < max_states) {
      ++states;
      game::TermBuffer ta, tb;
      a.fluents(x, ta);
      b->fluents(y, tb);
      EXPECT_EQ(texts(a.terms(), ta), texts(b->terms(), tb)) << rules.name();
      const bool terminal = a.is_terminal(sa, x);
      EXPECT_EQ(terminal, b->is_terminal(sb, y)) << rules.name();
      std::vector<MoveId> ja, jb;
      for (std::uint32_t r = 0; r < a.info().role_count(); ++r) {
        std::vector<int> ga, gb;
        a.goal_values(sa, x, RoleId{r}, ga);
        b->goal_values(sb, y, RoleId{r}, gb);
        EXPECT_EQ(ga, gb) << rules.name();
        game::MoveBuffer ma, mb;
        a.legal_moves(sa, x, RoleId{r}, ma);
        b->legal_moves(sb, y, RoleId{r}, mb);
        std::vector<std::string> la, lb;
        for (const MoveId m : ma) la.push_back(a.terms().text(a.move_term(RoleId{r}, m)));
        for (const MoveId m : mb) lb.push_back(b->terms().text(b->move_term(RoleId{r}, m)));
        EXPECT_EQ(la, lb) << rules.name();
        if (::testing::Test::HasFailure()) return 0;
        if (ma.empty()) break;
        const std::uint32_t k = rng.below(static_cast<std::uint32_t>(ma.size()));
        ja.push_back(ma[k]);
        jb.push_back(mb[k]);
      }
      if (terminal || ja.size() < a.info().role_count()) break;
      for (std::uint32_t r = 0; r < a.info().role_count(); ++r) {
        a.percepts(sa, x, ja, RoleId{r}, ta);
        b->percepts(sb, y, jb, RoleId{r}, tb);
        EXPECT_EQ(texts(a.terms(), ta), texts(b->terms(), tb)) << rules.name();
      }
      a.apply(sa, x, ja);
      b->apply(sb, y, jb);
    }
  }
  return states;
}

// The same under every option that changes how rules are run.
void expect_agreement(const gdl::Rules& rules, std::uint64_t max_states) {
  std::vector<ChainerOptions> all(8);
  for (ChainerOptions& options : all) options.rule_bytes = std::size_t{1} << 20U;  // the worst orders can have very large tables
  all[1].faithful = true;
  all[2].tables = false;
  all[3].order = chainer::Order::Worst;
  all[4].order = chainer::Order::Original;
  all[4].lazy = true;
  all[5].order = chainer::Order::Worst;
  all[5].faithful = true;
  all[5].count = true;
  all[6].rule_bytes = 1'000;            // some rules with tables, some without
  all[7].relations.dense_relation = 8;  // flags in hash sets, moves by term, states as lists of numbers
  for (ChainerOptions& options : all) {
    options.sample_states = 20;
    EXPECT_GT(lockstep(rules, options, max_states), 0U);
  }
}

const char* const kRows = R"(
  (role x) (role o) (index 1) (index 2) (index 3)
  (<= (init (cell ?m ?n b)) (index ?m) (index ?n))
  (<= (legal ?r (mark ?m ?n)) (role ?r) (true (cell ?m ?n b)))
  (<= (next (cell ?m ?n ?r)) (does ?r (mark ?m ?n)))
  (<= (next (cell ?m ?n ?w)) (true (cell ?m ?n ?w)))
  (<= (row ?m ?x) (true (cell ?m 1 ?x)) (true (cell ?m 2 ?x)) (true (cell ?m 3 ?x)))
  (<= terminal (row ?m ?x) (distinct ?x b))
  (<= (goal ?r 100) (row ?m ?r))
  (<= (goal ?r 0) (role ?r) (not (row 1 ?r)))
)";

TEST(Chainer, NumbersInstancesAsInThePaper) {
  const auto engine = make(gdl::read_good(kRows));
  const auto& flat = engine->program().flat;
  const Relation& cell = flat.relations[relation(*engine, "true/cell")];
  ASSERT_EQ(cell.size, 27U);
  const auto lex = [&](const std::string& text) {
    for (LexId i = 0; i < flat.lexicon.size(); ++i) {
      if (engine->terms().text(flat.lexicon[i]) == text) return i;
    }
    ADD_FAILURE() << text;
    return LexId{0};
  };
  const LexId instance[] = {lex("3"), lex("1"), lex("o")};
  EXPECT_EQ(cell.encode(instance), 11);
  for (std::uint64_t id = 0; id < cell.size; ++id) {
    LexId leaves[3];
    cell.decode(id, leaves);
    EXPECT_EQ(cell.encode(leaves), static_cast<std::int64_t>(id));
  }
}

TEST(Chainer, PassProbabilityOfAnInput) {
  const auto engine = make(gdl::read_good(kRows));
  const FlatRule& row = rule_of(*engine, "row");
  const std::vector<bool> nothing(row.variables, false);
  EXPECT_NEAR(chainer::pass_probability(engine->program().flat, row, row.body[0], nothing), 1.0 / 3, 1e-12);
}

TEST(Chainer, ExistsProbabilityOfACondition) {
  const auto engine = make(gdl::read_game("gdl/connectfour-7x6"));
  const Relation& drop = engine->program().flat.relations[relation(*engine, "does/drop")];
  EXPECT_EQ(drop.size, 14U);
  EXPECT_NEAR(chainer::exists_probability(drop, 1), 0.0714, 1e-4);
}

TEST(Chainer, ClassifiesTheHypothesesOfBreakthrough) {
  const auto engine = make(gdl::read_good(R"(
    (role white) (role black) (++ 1 2) (++ 2 3)
    (init (control white)) (init (cell 1 1 white)) (init (cell 2 1 white)) (init (cell 2 3 black))
    (<= (legal white (move ?x1 ?y1 ?x2 ?y2))
      (true (control white)) (++ ?y1 ?y2) (++ ?x2 ?x1) (true (cell ?x1 ?y1 white)) (not (true (cell ?x2 ?y2 white))))
    (<= (legal black noop) (true (control white)))
    (<= (next (cell ?x ?y white)) (does white (move ?u ?v ?x ?y)))
    (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
    (<= terminal (not (true (control white)))))"));
  const FlatRule& rule = rule_of(*engine, "legal/move");
  ASSERT_EQ(rule.body.size(), 5U);
  constexpr auto kPre = HypothesisKind::Precondition;
  constexpr auto kIn = HypothesisKind::Input;
  constexpr auto kIf = HypothesisKind::Condition;
  const std::uint32_t source[] = {0, 1, 2, 3, 4};
  EXPECT_EQ(chainer::classify(rule, source), (std::vector<HypothesisKind>{kPre, kIn, kIn, kIf, kIf}));
  const std::uint32_t piece_third[] = {0, 1, 3, 2, 4};
  EXPECT_EQ(chainer::classify(rule, piece_third), (std::vector<HypothesisKind>{kPre, kIn, kIn, kIn, kIf}));
}

TEST(Chainer, RecursionReachesTheFixpointWhateverTheOrder) {
  // The recursive condition is inner, or there are two, or it has no variable.
  expect_agreement(gdl::read_good(R"(
    (role r) (node a) (node b) (node c) (node d) (node e)
    (init (edge a b)) (init (edge b c)) (init (edge c d))
    (<= (legal r (join ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y) (not (path ?x ?y)))
    (<= (next (edge ?x ?y)) (true (edge ?x ?y)))
    (<= (next (edge ?x ?y)) (does r (join ?x ?y)))
    (<= (path ?x ?y) (true (edge ?x ?y)))
    (<= (path ?x ?z) (true (edge ?x ?y)) (path ?y ?z))
    (<= (twice ?x ?y) (true (edge ?x ?y)))
    (<= (twice ?x ?z) (twice ?x ?y) (twice ?y ?z))
    (<= round (path a ?x) (path ?x a))
    (<= round (odd))
    (<= (odd) round (true (edge e a)))
    (<= terminal round)
    (<= (goal r 100) (twice e ?x))
    (<= (goal r 0) (not (twice e e))))"),
                   60);
}

TEST(Chainer, NegationsOfWhatCannotHoldPass) {
  expect_agreement(gdl::read_good(R"(
    (role r) (index 1) (index 2) (index 3) (edge 3)
    (init (at 1)) (init (mode fast))
    (<= (legal r (go ?x)) (index ?x) (not (true (at ?x))) (not (true (at far))))
    (<= (next (at ?x)) (does r (go ?x)))
    (<= (next ?f) (true ?f) (not (changes ?f)))
    (<= (changes (at ?x)) (index ?x))
    (<= terminal (true (at ?x)) (edge ?x) (not (true (mode slow))) (not (seen ?any)))
    (<= (seen ?x) (true (mark ?x)))
    (<= (goal r 100) terminal)
    (<= (goal r 0) (not (goal r 100))))"),
                   40);
}

TEST(Chainer, FluentsThatStayAreMovedAsBits) {
  // A mask, instances that let fluents pass or stop them, preconditions of both kinds, and a fluent that no rule reads.
  expect_agreement(gdl::read_good(R"(
    (role a) (role b) (index 1) (index 2) (index 3) (index 4) (colour red) (colour blue) (after 1 2) (after 2 3) (after 3 4)
    (init (cell 1 red)) (init (cell 2 red)) (init (cell 3 blue)) (init (lamp 1)) (init (lamp 2)) (init (lamp 3)) (init (mode on))
    (init (turn 1)) (init (dust 1)) (init (dust 2))
    (<= (legal ?r (paint ?x ?c)) (role ?r) (index ?x) (colour ?c) (not (true (cell ?x ?c))))
    (<= (legal ?r wait) (role ?r))
    (<= (next (cell ?x ?c)) (does ?r (paint ?x ?c)))
    (<= (next (cell ?x ?c)) (true (cell ?x ?c)) (does ?r (paint ?y ?d)) (distinct ?x ?y))
    (<= (next (cell ?x ?c)) (true (cell ?x ?c)) (does a wait))
    (<= (next (lamp ?x)) (true (lamp ?x)) (true (mode on)) (not (touched ?x)))
    (<= (next (lamp ?x)) (true (lamp ?x)) (after ?x ?y) (true (cell ?y blue)) (not (true (mode on))))
    (<= (next (dust ?x)) (true (dust ?x)) (not (touched ?x)) (distinct ?x 2))
    (<= (next (mode off)) (does b wait))
    (<= (next (mode on)) (true (mode on)) (not (does b wait)))
    (<= (next (turn ?n)) (true (turn ?m)) (after ?m ?n))
    (<= (touched ?x) (does ?r (paint ?x ?c)))
    (<= terminal (true (turn 4)))
    (<= (goal ?r 100) (role ?r) (true (lamp ?x)) (true (cell ?x red)))
    (<= (goal ?r 0) (role ?r) (not (true (lamp 1))) (not (true (lamp 2)))))"),
                   60);
}

TEST(Chainer, GrowingTermsAreRefusedInWords) {
  const auto engine = Chainer::create(gdl::read_good(R"(
    (role r) (init (tower nil)) (legal r wait)
    (<= (next (tower (s ?x))) (true (tower ?x)))
    (<= terminal (true (tower (s (s (s nil)))))))"));
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().diagnostics.front().code, "domains-unbounded");
}

TEST(Chainer, ReportsWhatItBuilt) {
  ChainerOptions options;
  options.count = true;
  const auto engine = make(gdl::read_game("gdl/tictactoe"), options);
  const ChainerReport& report = engine->report();
  EXPECT_GT(report.table_bytes, 0U);
  EXPECT_GT(report.kb_bytes, 0U);
  EXPECT_EQ(report.rules_without_tables, 0U);
  EXPECT_EQ(report.sampled_states, options.sample_states);
  Chainer::Scratch scratch = engine->make_scratch();
  (void)engine->is_terminal(scratch, engine->initial_state(scratch));
  ASSERT_EQ(scratch.reads.size(), report.rules.size());
  EXPECT_GT(*std::ranges::max_element(scratch.reads), 0U);
}

TEST(Chainer, KeepsTheContract) {
  for (const char* game : {"gdl/connectfour", "gdl/hex-5x5", "gdl/nim", "gdl2/meier", "gdl2/krieg-tictactoe"}) {
    const auto engine = make(gdl::read_game(game));
    const game::PlayoutCheck check = game::PlayoutChecker<Chainer>(*engine, 1).run(3, 100);
    EXPECT_TRUE(check.broken.empty()) << game << ": " << check.broken.front();
  }
}

class ChainerAgreement : public ::testing::TestWithParam<const char*> {};
TEST_P(ChainerAgreement, WithTheProver) { expect_agreement(gdl::read_game(GetParam()), 25); }
INSTANTIATE_TEST_SUITE_P(Library, ChainerAgreement,
                         ::testing::Values("gdl/tictactoe", "gdl/connectfour", "gdl/breakthrough-6x6", "gdl/hanoi", "gdl/hex-5x5",
                                           "gdl/kalah", "gdl/blocker", "gdl/chomp", "gdl/peg-solitaire", "gdl/sokoban",
                                           "gdl/quarto", "gdl/stress-mutual-recursion", "gdl/stress-left-recursion",
                                           "gdl/stress-negation-tower", "gdl/atari-go", "gdl/rubiks-2x2x2", "gdl2/meier",
                                           "gdl2/kuhn-poker", "gdl2/mastermind", "gdl2/krieg-tictactoe", "gdl2/monty-hall",
                                           "gdl2/blind-breakthrough-5x5"));

}  // namespace
}  // namespace agon::engines
