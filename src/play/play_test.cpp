#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/test_folder.h"
#include "engines/prover/prover.h"
#include "game/find_move.h"
#include "gdl/read/reader.h"
#include "library/families.h"
#include "library/library.h"
#include "play/referee/referee.h"
#include "play/referee/replay.h"
#include "play/referee/trial.h"
#include "play/strategy/players.h"

namespace agon::play {
namespace {

// Counts to three; `b` may jump or wait.
constexpr const char* kRules = R"((role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(legal a noop) (legal b wait) (<= (legal b (jump ?y)) (true (n ?x)) (succ ?x ?y))
(<= (next (n ?y)) (does b (jump ?y))) (<= (next (n ?y)) (does b wait) (true (n ?x)) (succ ?x ?y))
(<= terminal (true (n 3))) (goal a 40) (goal b 60))";

game::MatchRecord play(std::uint64_t seed, const std::string& strategy = "random") {
  const auto rules = gdl::read_text(kRules, "count");
  const game::AnyEngine engine("prover", *engines::Prover::create(*rules));
  std::vector<std::unique_ptr<Player>> players;
  for (int i = 0; i < 2; ++i) players.push_back(std::move(*make_player(strategy, nullptr, {.seed = seed})));
  MatchOptions options;
  options.seed = seed;
  options.max_steps = 100;
  return play_match(engine, *rules, {strategy, strategy}, players, options);
}

TEST(Referee, PlaysToTheEndAndScores) {
  const game::MatchRecord record = play(1);
  EXPECT_TRUE(record.finished);
  EXPECT_EQ(record.steps.size(), 3U);
  EXPECT_THAT(record.goals, testing::ElementsAre(40, 60));
}

TEST(Referee, FirstLegalIsFirstInCanonicalOrder) {
  for (const game::MatchStep& step : play(1, "first-legal").steps) EXPECT_EQ(step.moves[1], "wait");
}

// Answers with a move that is not there, and claims to have thought.
class Confused final : public Player {
 public:
  Confused() {
    thought_.choice = Choice{0};
    thought_.value = {12.5, 87.5};
    thought_.iterations = 7;
  }
  Choice choose(const Turn& turn) override { return Choice{turn.legal}; }
  [[nodiscard]] const search::Thought* thought() const override { return &thought_; }

 private:
  search::Thought thought_;
};

TEST(Referee, RecordsGoalValuesFaultsAndThoughts) {
  const std::string text = std::string(kRules) + "(goal b 100)";
  const auto rules = gdl::read_text(text, "count");
  const game::AnyEngine engine("prover", *engines::Prover::create(*rules));
  std::vector<std::unique_ptr<Player>> players;
  players.push_back(std::move(*make_player("random", nullptr, {.seed = 1})));
  players.push_back(std::make_unique<Confused>());
  MatchOptions options;
  options.clock.play = std::chrono::minutes(10);
  options.record_thinking = true;
  const game::MatchRecord record = play_match(engine, *rules, {"random", "confused"}, players, options);
  EXPECT_THAT(record.goals, testing::ElementsAre(40, game::kNoGoal));
  EXPECT_EQ(record.goal_values, (std::vector<std::vector<int>>{{40}, {60, 100}}));
  EXPECT_EQ(record.clocks, (game::MatchClocks{0, 600}));
  ASSERT_FALSE(record.steps.empty());
  const game::MatchStep& step = record.steps.front();
  EXPECT_THAT(step.faults, testing::ElementsAre(game::MatchFault{1, "illegal", "", step.moves[1], ""}));
  ASSERT_EQ(step.thoughts.size(), 2U);
  EXPECT_FALSE(step.thoughts[0]) << "a player that does not think";
  EXPECT_EQ(step.thoughts[1], (game::MatchThought{87.5, 7, "wait"}));
  EXPECT_EQ(step.seconds.size(), 2U);
  EXPECT_TRUE(play(1).goal_values.empty()) << "one value for each role is nothing to remark on";
  EXPECT_TRUE(play(1).steps.front().seconds.empty()) << "equal seeds give equal records";
}

TEST(Referee, NamesTheStrategiesThereAre) {
  const auto none = make_player("first-lega", nullptr);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().diagnostics.front().hint, testing::HasSubstr("first-legal"));
}

TEST(Replay, AgreesWithItsOwnRecordAndSeesChanges) {
  const game::AnyEngine engine("prover", *engines::Prover::create(*gdl::read_text(kRules, "count")));
  game::MatchRecord record = play(3);
  EXPECT_TRUE(replay(engine, record).agrees);
  game::MatchRecord changed = record;
  changed.goals[0] = 41;
  EXPECT_FALSE(replay(engine, changed).agrees);
  changed = record;
  changed.steps.pop_back();
  EXPECT_FALSE(replay(engine, changed).agrees);
  changed = record;
  changed.final_state = "0";
  EXPECT_FALSE(replay(engine, changed).agrees);
  changed = record;
  changed.roles = {"a"};
  EXPECT_FALSE(replay(engine, changed).agrees);
}

TEST(Replay, ReadsMovesInAnyCaseAndSpacing) {
  const game::AnyEngine engine("prover", *engines::Prover::create(*gdl::read_text(kRules, "count")));
  auto scratch = engine.make_scratch();
  game::MoveBuffer legal;
  engine.legal_moves(scratch, engine.initial_state(scratch), RoleId{1}, legal);
  EXPECT_NE(game::find_move(engine, RoleId{1}, legal, " ( JUMP\t1 ) "), nullptr);
  EXPECT_EQ(game::find_move(engine, RoleId{1}, legal, "(jump 2)"), nullptr);
}

std::vector<std::string> trial_codes(const std::string& text) {
  const auto rules = gdl::read_text(text, "trial");
  const auto prover = engines::Prover::create(*rules);
  std::vector<std::string> codes;
  for (const Diagnostic& d : trial_play(*rules, **prover).findings) codes.push_back(d.code);
  return codes;
}

TEST(Trial, FindsWhatOnlyPlayShows) {
  EXPECT_THAT(trial_codes(kRules), testing::IsEmpty());
  EXPECT_THAT(trial_codes("(role a) (init x) (<= (legal a m) (true x)) (<= (next y) (does a m)) (<= terminal (true z)) (goal a 1)"),
              testing::ElementsAre("no-legal-move"));
  EXPECT_THAT(trial_codes("(role a) (init x) (legal a m) (<= (next y) (true x)) (<= terminal (true y)) (<= (goal a 1) (true x))"),
              testing::ElementsAre("no-goal-value"));
  EXPECT_THAT(trial_codes("(role a) (init x) (legal a m) (<= (next y) (true x)) (<= terminal (true y)) (goal a 1) (goal a 2)"),
              testing::ElementsAre("several-goal-values"));
  EXPECT_THAT(trial_codes("(role a) (init x) (legal a m) (<= (next x) (true x)) (<= terminal (true y)) (goal a 1)"),
              testing::ElementsAre("maybe-endless"));
  EXPECT_THAT(trial_codes("(role a) (base x) (init x) (legal a m) (<= (next y) (true x)) (<= terminal (true y)) (goal a 1)"),
              testing::ElementsAre("fluent-outside-base"));
  EXPECT_THAT(trial_codes("(role a) (input a n) (init x) (legal a m) (<= (next y) (true x)) (<= terminal (true y)) (goal a 1)"),
              testing::ElementsAre("move-outside-input"));
}

// Each of its sixty steps takes about a hundred thousand inferences, and the mistake is in the last state.
std::string slow_sheet() {
  std::string text = "(role a) (init (step 0)) (legal a m) (<= terminal (true (step 60))) (goal a 1) (goal a 2)\n";
  for (int i = 0; i < 60; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ") ";
  for (int i = 0; i < 45; ++i) text += "(d " + std::to_string(i) + ") ";
  return text +
         "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y) (not never))\n"
         "(<= never (true (step ?x)) (d ?a) (d ?b) (d ?c) (not (fine ?a ?b ?c)))\n"
         "(<= (fine ?a ?b ?c) (d ?a) (d ?b) (d ?c))\n";
}

TEST(Trial, SlowSheetsArePlayedByTime) {
  const auto rules = gdl::read_text(slow_sheet(), "slow");
  std::optional<Trial> trial;
  const Diagnostics findings = all_findings(*rules, {}, {.matches = 1, .time = std::chrono::minutes(10)}, trial);
  ASSERT_TRUE(trial.has_value());
  EXPECT_FALSE(trial->cut);
  EXPECT_EQ(trial->states, 61U);
  EXPECT_THAT(findings, testing::Contains(testing::Field(&Diagnostic::code, "several-goal-values")));
}

TEST(Trial, SaysHowLittleWasPlayed) {
  const auto rules = gdl::read_text(slow_sheet(), "slow");
  const auto prover = engines::Prover::create(*rules);
  const TrialOptions options{.time = {}, .max_inferences = 1'000'000};
  const Trial trial = trial_play(*rules, **prover, options);
  EXPECT_TRUE(trial.cut);
  ASSERT_EQ(trial.findings.size(), 1U);
  EXPECT_EQ(trial.findings[0].code, "played-too-little");
  EXPECT_EQ(trial.findings[0].severity, Severity::Note);
  EXPECT_THAT(trial.findings[0].message, testing::HasSubstr(std::to_string(trial.states) + " states of 1 match were looked at"));
  EXPECT_EQ(trial_play(*rules, **prover, options).states, trial.states) << "the same cut at every run";
}

TEST(Trial, RulesThatTakeTooLongToLoadAreNotCalledWrong) {
  const std::string endless =
      "(role a) (<= (nat (s ?x)) (nat ?x)) (nat z) (<= (init (f ?x)) (nat ?x)) (legal a m) (<= terminal (true q)) (goal a 1)";
  const auto rules = gdl::read_text(endless, "endless");
  std::optional<Trial> trial;
  Limits limits;
  limits.time = std::chrono::milliseconds(20);
  limits.term_depth = 1U << 30U;
  limits.term_size = 1U << 30U;
  const Diagnostics findings = all_findings(*rules, limits, {}, trial);
  EXPECT_FALSE(trial.has_value());
  EXPECT_THAT(findings, testing::Contains(testing::Field(&Diagnostic::code, "played-too-little")));
  EXPECT_THAT(findings, testing::Not(testing::Contains(testing::Field(&Diagnostic::code, "out-of-time"))));
}

}  // namespace
}  // namespace agon::play
