#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/test_folder.h"
#include "engines/prover/prover.h"
#include "gdl/reader.h"
#include "play/families.h"
#include "play/library.h"
#include "play/players.h"
#include "play/referee.h"
#include "play/replay.h"
#include "play/trial.h"

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
  EXPECT_NE(find_move(engine, RoleId{1}, legal, " ( JUMP\t1 ) "), nullptr);
  EXPECT_EQ(find_move(engine, RoleId{1}, legal, "(jump 2)"), nullptr);
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

TEST(Library, GivesStrangersNoFiles) {
  const Library library(std::string(AGON_SOURCE_DIR) + "/games");
  const std::filesystem::path here = std::filesystem::current_path();
  const TestFolder own;
  const std::filesystem::path& folder = own.path();
  std::ofstream(folder / "diary") << "(role ann)";
  std::filesystem::current_path(folder);
  EXPECT_TRUE(library.sheet("diary"));
  EXPECT_FALSE(library.own_sheet("diary"));
  EXPECT_FALSE(library.has("diary"));
  EXPECT_FALSE(library.own_sheet((folder / "diary").string()));
  EXPECT_FALSE(library.own_sheet("../gdl/tictactoe"));
  EXPECT_TRUE(library.own_sheet("tictactoe"));
  EXPECT_TRUE(library.own_sheet("connectfour-9x5"));
  EXPECT_TRUE(library.has("connectfour-9x5"));
  std::ofstream(folder / "connectfour-9x5") << "(role ann)";  // names come before files for everybody
  EXPECT_EQ(library.sheet("connectfour-9x5")->path, "");
  EXPECT_THAT(library.meant("tictactoo"), testing::Contains("tictactoe"));
  std::filesystem::current_path(here);
}

TEST(Families, ReadSizesFromNames) {
  EXPECT_EQ(family_member("connectfour-10x8")->columns, 10);
  EXPECT_EQ(family_member("connectfour-10x8")->rows, 8);
  EXPECT_EQ(family_member("connectfour-suicide-5x4")->base, "connectfour-suicide");
  EXPECT_EQ(family_member("queens-20")->base, "queens-8");
  for (const char* name :
       {"connectfour", "connectfour-x", "connectfour-1x5", "connectfour-5x1000", "hex-3x4", "queens-", "nim-3x3"}) {
    EXPECT_FALSE(family_member(name)) << name;
  }
}

}  // namespace
}  // namespace agon::play
