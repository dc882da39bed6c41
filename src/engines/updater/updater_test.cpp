// Incremental evaluation on handmade and random programs; whole games are in tests/diff.
#include "engines/updater/updater.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/updater/from_scratch.h"
#include "engines/updater/test_programs.h"

namespace agon::engines::updater {
namespace {

Model make_model(const std::shared_ptr<const GroundProgram>& program, UpdaterOptions options = {}) {
  options.track_changes = true;
  auto layout = make_layout(program, options.lazy_queues);
  AGON_ASSERT(layout.ok());
  return {std::move(*layout), options};
}

std::vector<std::uint8_t> expected(const GroundProgram& program, const FromScratch& scratch, const Model& model) {
  std::vector<std::uint8_t> truth(program.atom_count, 0);
  for (AtomId atom = 0; atom < program.base_count(); ++atom) truth[atom] = model.holds(atom) ? 1 : 0;
  scratch.evaluate(truth);
  return truth;
}

// Flips fluents, answers all queries, compares every atom.
struct Flips {
  int flips = 0;
  std::uint32_t most_changes = 0;
  std::uint64_t heap_uses = 0;
};
void flip_and_compare(const std::shared_ptr<const GroundProgram>& program, const UpdaterOptions& options, Rng& rng, int updates,
                      Flips& total) {
  Model model = make_model(program, options);
  const FromScratch scratch(*program);
  model.drain_all();
  const auto fluents = static_cast<std::uint32_t>(program->fluents.size());
  for (int i = 0; i < updates; ++i) {
    AtomId fluent = rng.below(fluents);
    for (std::uint32_t flips = 1 + rng.below(3); flips > 0; --flips, ++total.flips) {
      model.set(fluent, !model.holds(fluent));
      fluent = (fluent + 1) % fluents;
    }
    model.drain_all();
    const auto truth = expected(*program, scratch, model);
    for (AtomId atom = 0; atom < program->atom_count; ++atom) {
      ASSERT_EQ(model.holds(atom), truth[atom] != 0) << "atom " << atom << " after update " << i;
    }
  }
  total.most_changes = std::max(total.most_changes, model.counters().most_changes);
  total.heap_uses += model.counters().heap_uses;
}

TEST(UpdaterModel, AgreesWithEvaluationFromScratchAfterEveryFlip) {
  Rng rng(1);
  Flips total;
  while (total.flips < 120'000) {
    ASSERT_NO_FATAL_FAILURE(flip_and_compare(random_program(rng, true, false), {}, rng, 300, total));
  }
  EXPECT_LE(total.most_changes, 2U);
  EXPECT_GT(total.heap_uses, 0U);
}

TEST(UpdaterModel, AgreesUnderEverySetting) {
  Rng rng(2);
  for (unsigned setting = 0; setting < 16; ++setting) {
    const UpdaterOptions options{.lazy_queues = (setting & 1U) != 0,
                                 .literal_counters = (setting & 2U) != 0,
                                 .bucket_queue = (setting & 4U) != 0,
                                 .primary_support = (setting & 8U) != 0};
    Flips total;
    while (total.flips < 6'000) {
      ASSERT_NO_FATAL_FAILURE(flip_and_compare(random_program(rng, true, false), options, rng, 100, total)) << setting;
    }
    EXPECT_LE(total.most_changes, 2U) << "setting " << setting;
  }
}

// Each query is asked only now and then; its atoms must be right when it is, whatever was skipped before.
TEST(UpdaterModel, LazyQuestionsAgreeWheneverTheyAreAsked) {
  Rng rng(3);
  for (int programs = 0; programs < 300; ++programs) {
    const auto program = random_program(rng, true, true);
    Model model = make_model(program);
    const FromScratch scratch(*program);
    for (int i = 0; i < 100; ++i) {
      const AtomId fluent = rng.below(static_cast<std::uint32_t>(program->fluents.size()));
      model.set(fluent, !model.holds(fluent));
      const Query query = kQueries[rng.below(4)];
      model.drain(query);
      const auto truth = expected(*program, scratch, model);
      const auto check = [&](AtomId atom) {
        if (atom >= program->atom_count) return;
        ASSERT_EQ(model.holds(atom), truth[atom] != 0) << "atom " << atom;
      };
      if (query == Query::Terminal) check(program->terminal);
      if (query == Query::Goal) {
        for (const auto& goal : program->goals[0]) check(goal.atom);
      }
      if (query != Query::Next) continue;
      for (std::size_t f = 0; f < program->fluents.size(); ++f) {
        check(program->next[f]);
        ASSERT_EQ((model.next()[f / 64] >> (f % 64)) & 1U, program->next[f] != ground::kNever && truth[program->next[f]] != 0);
      }
      for (const auto& sees : program->sees) {
        for (const auto& percept : sees) check(percept.atom);
      }
    }
    EXPECT_LE(model.counters().most_changes, 2U);
  }
}

TEST(UpdaterModel, ALoopDoesNotKeepItselfTrue) {
  ProgramMaker maker(1);
  const AtomId e = 0, a = maker.atom(), b = maker.atom();
  maker.rule(a, {ProgramMaker::yes(b)});
  maker.rule(b, {ProgramMaker::yes(a)});
  maker.rule(a, {ProgramMaker::yes(e)});
  Model model = make_model(maker.finish());
  model.set(e, true);
  model.drain_all();
  EXPECT_EQ(model.value(a), 1U);
  EXPECT_EQ(model.value(b), 2U);
  model.set(e, false);
  model.drain_all();
  EXPECT_FALSE(model.holds(a));
  EXPECT_FALSE(model.holds(b));
}

TEST(UpdaterModel, ALoopThatOpensWhileItsSupportGoesFalls) {
  ProgramMaker maker(2);
  const AtomId e1 = 0, e2 = 1, a = maker.atom(), b = maker.atom();
  maker.rule(a, {ProgramMaker::yes(e1)});
  maker.rule(b, {ProgramMaker::yes(a)});
  maker.rule(a, {ProgramMaker::yes(b), ProgramMaker::yes(e2)});
  Model model = make_model(maker.finish());
  model.set(e1, true);
  model.drain_all();
  EXPECT_TRUE(model.holds(a) && model.holds(b));
  model.set(e1, false);
  model.set(e2, true);
  model.drain_all();
  EXPECT_FALSE(model.holds(a) || model.holds(b));
}

// Two ways round a ring: support moves to the longer one when the shorter one is cut, and numbers rise by falling first.
TEST(UpdaterModel, SupportMovesToTheLongerWay) {
  ProgramMaker maker(2);
  std::vector<AtomId> ring;
  for (int i = 0; i < 6; ++i) ring.push_back(maker.atom());
  for (std::size_t i = 0; i < 6; ++i) {
    maker.rule(ring[i], {ProgramMaker::yes(ring[(i + 1) % 6])});
    maker.rule(ring[(i + 1) % 6],
               i == 0 ? std::vector{ProgramMaker::yes(ring[i]), ProgramMaker::no(1)} : std::vector{ProgramMaker::yes(ring[i])});
  }
  maker.rule(ring[0], {ProgramMaker::yes(0)});
  Model model = make_model(maker.finish());
  model.set(0, true);
  model.drain_all();
  EXPECT_EQ(model.value(ring[1]), 2U);
  model.set(1, true);  // cuts the way from 0 to 1
  model.drain_all();
  EXPECT_EQ(model.value(ring[1]), 6U);
  EXPECT_LE(model.counters().most_changes, 2U);
  model.set(0, false);
  model.drain_all();
  for (const AtomId atom : ring) EXPECT_FALSE(model.holds(atom));
}

// A rule whose number falls because of one body atom must wait for its turn like one that becomes true: otherwise t changes three
// times here, from 10 to 8, 4 and 3. (Shrunk from a random program.)
TEST(UpdaterModel, ANumberThatFallsWaitsForItsTurn) {
  ProgramMaker maker(2);
  const AtomId start = 0, cut = 1;
  std::vector<AtomId> chain;  // chain[i] gets the number i + 1
  for (int i = 0; i < 8; ++i) chain.push_back(maker.atom());
  const AtomId p = maker.atom(), q = maker.atom(), s = maker.atom(), t = maker.atom();
  const auto rule = [&](AtomId head, AtomId a) { maker.rule(head, {ProgramMaker::yes(a)}); };
  rule(chain[0], start);
  for (std::size_t i = 1; i < chain.size(); ++i) rule(chain[i], chain[i - 1]);
  rule(chain[0], chain[4]);
  maker.rule(t, {ProgramMaker::yes(p), ProgramMaker::yes(s)});
  maker.rule(t, {ProgramMaker::yes(q), ProgramMaker::yes(chain[2])});
  rule(chain[1], t);
  rule(s, q);
  rule(s, chain[5]);
  rule(p, chain[7]);
  rule(q, p);
  maker.rule(q, {ProgramMaker::no(cut)});
  maker.rule(p, {ProgramMaker::no(cut)});
  Model model = make_model(maker.finish());
  model.set(start, true);
  model.set(cut, true);
  model.drain_all();
  EXPECT_EQ(model.value(t), 10U);
  EXPECT_EQ(model.value(s), 7U);
  model.set(cut, false);
  model.drain_all();
  EXPECT_EQ(model.value(t), 3U);
  EXPECT_EQ(model.value(s), 2U);
  EXPECT_LE(model.counters().most_changes, 2U);
}

// Mean rule evaluations per stone in random games of Connect Four, each until somebody has a line.
double evaluations_per_move(std::uint32_t width, std::uint32_t height, bool counters) {
  const LineCheck check(width, height);
  Model model = make_model(check.program, {.literal_counters = counters});
  Rng rng(4);
  std::uint64_t moves = 0;
  std::uint64_t evaluations = 0;
  for (int game = 0; game < 400; ++game) {
    for (AtomId fluent = 0; fluent < check.program->fluents.size(); ++fluent) model.set(fluent, false);
    model.drain_all();
    const std::uint64_t before = model.counters().rule_evaluations;
    std::vector<std::uint32_t> stones(width, 0);
    for (std::uint32_t move = 0; move < width * height && !model.holds(check.winner[0]) && !model.holds(check.winner[1]); ++move) {
      std::uint32_t column = rng.below(width);
      while (stones[column] == height) column = rng.below(width);
      model.set(check.cell(column, stones[column]++, move % 2), true);
      model.drain(Query::Goal);
      ++moves;
    }
    evaluations += model.counters().rule_evaluations - before;
  }
  EXPECT_EQ(model.counters().heap_uses, 0U);
  return static_cast<double>(evaluations) / static_cast<double>(moves);
}

TEST(UpdaterModel, CostOfTheLineCheckDoesNotGrowWithTheBoard) {
  for (const bool counters : {false, true}) {
    const double small = evaluations_per_move(7, 6, counters);
    const double middle = evaluations_per_move(14, 12, counters);
    const double large = evaluations_per_move(28, 24, counters);
    RecordProperty(counters ? "with_counters" : "without_counters", fmt::format("{:.2f} {:.2f} {:.2f}", small, middle, large));
    EXPECT_NEAR(middle / small, 1.0, 0.2) << "counters: " << counters;
    EXPECT_NEAR(large / small, 1.0, 0.2) << "counters: " << counters;
  }
  // From scratch it does: about four times for each doubling.
  std::vector<std::uint64_t> scratch;
  for (const std::uint32_t scale : {1U, 2U, 4U}) {
    const LineCheck check(7 * scale, 6 * scale);
    std::vector<std::uint8_t> truth(check.program->atom_count, 0);
    scratch.push_back(FromScratch(*check.program).evaluate(truth));
  }
  EXPECT_EQ(scratch, (std::vector<std::uint64_t>{1'458, 6'264, 25'956}));
}

TEST(UpdaterModel, TightProgramsNeverTouchAHeap) {
  Rng rng(5);
  Flips total;
  while (total.flips < 5'000) {
    ASSERT_NO_FATAL_FAILURE(flip_and_compare(random_program(rng, false, false), {}, rng, 100, total));
  }
  EXPECT_EQ(total.heap_uses, 0U);
  EXPECT_LE(total.most_changes, 1U);
}

TEST(UpdaterModel, RefusesNegationThroughACycle) {
  ProgramMaker maker(1);
  const AtomId p = maker.atom(), q = maker.atom(), r = maker.atom();
  maker.rule(p, {ProgramMaker::no(q)});
  maker.rule(q, {ProgramMaker::no(p)});
  maker.rule(r, {ProgramMaker::yes(p), ProgramMaker::yes(0)});
  maker.program().terminal = p;
  const auto layout = make_layout(maker.finish());
  ASSERT_FALSE(layout.ok());
  const Diagnostic& diagnostic = layout.error().diagnostics.front();
  EXPECT_EQ(diagnostic.code, "not-stratified");
  EXPECT_THAT(diagnostic.message, testing::HasSubstr("terminal"));
  EXPECT_THAT(diagnostic.message, testing::HasSubstr("(goal 0 2)"));
  EXPECT_THAT(diagnostic.message, testing::Not(testing::HasSubstr("(goal 0 3)")));
}

TEST(UpdaterModel, RefusesAnAtomThatNeedsItsOwnNegation) {
  ProgramMaker maker(1);
  const AtomId p = maker.atom();
  maker.rule(p, {ProgramMaker::no(p), ProgramMaker::yes(0)});
  EXPECT_FALSE(make_layout(maker.finish()).ok());
}

// Answers that constant folding has decided, and answers that are fluents or moves themselves.
TEST(Updater, ConstantsAndBaseAtomsMayBeAnswers) {
  ProgramMaker maker(3);
  GroundProgram& program = maker.program();
  program.fluents = {TermId{10}, TermId{11}, TermId{12}};
  program.moves = {{RoleId{0}, TermId{20}}, {RoleId{0}, TermId{21}}};
  program.role_begin = {0, 2};
  program.atom_count = 5;
  program.info.roles = {"player"};
  program.initial = {1};
  program.next = {ground::kAlways, ground::kNever, program.move_atom(1)};
  program.legal = {ground::kAlways, 1};
  program.terminal = 2;
  program.goals[0] = {{0, 1}, {50, ground::kAlways}, {100, ground::kNever}};
  const auto engine = Updater::create(maker.share());
  ASSERT_TRUE(engine.ok());
  auto scratch = (*engine)->make_scratch();
  auto state = (*engine)->initial_state(scratch);
  game::MoveBuffer moves;
  (*engine)->legal_moves(scratch, state, RoleId{0}, moves);
  EXPECT_THAT(moves, testing::ElementsAre(MoveId{0}, MoveId{1}));
  EXPECT_EQ((*engine)->goal(scratch, state, RoleId{0}), game::kNoGoal);
  EXPECT_FALSE((*engine)->is_terminal(scratch, state));
  const auto start = state;
  (*engine)->apply(scratch, state, std::vector{MoveId{1}});
  game::TermBuffer fluents;
  (*engine)->fluents(state, fluents);
  EXPECT_THAT(fluents, testing::ElementsAre(TermId{10}, TermId{12}));
  EXPECT_TRUE((*engine)->is_terminal(scratch, state));
  EXPECT_EQ((*engine)->goal(scratch, state, RoleId{0}), 50);
  (*engine)->legal_moves(scratch, state, RoleId{0}, moves);
  EXPECT_THAT(moves, testing::ElementsAre(MoveId{0}));
  (*engine)->legal_moves(scratch, start, RoleId{0}, moves);
  EXPECT_EQ(moves.size(), 2U);
}

}  // namespace
}  // namespace agon::engines::updater
