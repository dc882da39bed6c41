#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "belief/information_set.h"
#include "belief/sampling_search.h"
#include "engines/workshop.h"
#include "game/random_step.h"
#include "gdl/read/reader.h"

namespace agon::belief {
namespace {

using search::Clock;

// A coin is under one of two cups; the player may look under one of them and then guesses where it is.
constexpr const char* kCups = R"((role random) (role player) (init start) (cup 1) (cup 2)
(<= (legal random (hide ?c)) (true start) (cup ?c)) (<= (legal player noop) (true start))
(<= (legal random noop) (not (true start)))
(<= (legal player (look ?c)) (true hidden) (cup ?c)) (<= (legal player (say ?c)) (true asked) (cup ?c))
(<= (next (coin ?c)) (does random (hide ?c))) (<= (next (coin ?c)) (true (coin ?c)))
(<= (next hidden) (true start)) (<= (next asked) (true hidden)) (<= (next (said ?c)) (does player (say ?c)))
(<= (next done) (true asked))
(<= (sees player coin) (does player (look ?c)) (true (coin ?c)))
(<= terminal (true done))
(<= (goal player 100) (true (said ?c)) (true (coin ?c))) (<= (goal player 0) (not (goal player 100))) (goal random 0))";

game::AnyEngine engine_of(const std::string& name) {
  engines::Workshop workshop(*gdl::read_text(kCups, "cups"));
  return *workshop.engine(name);
}

// Plays the hiding and the looking under cup 1; fills what the player saw of both steps.
std::vector<game::Observation> play(const game::AnyEngine& engine, bool under_one) {
  const RoleId player{1};
  auto scratch = engine.make_scratch();
  game::AnyState state = engine.initial_state(scratch);
  std::vector<game::Observation> seen;
  for (const std::size_t choice : {under_one ? 0U : 1U, 0U}) {
    std::vector<MoveId> joint;
    game::JointChoice choices;
    for (std::uint32_t r = 0; r < 2; ++r) {
      game::MoveBuffer legal;
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      choices.push_back(Choice{r == 0 && legal.size() > 1 ? static_cast<std::uint32_t>(choice) : 0U});
      joint.push_back(legal[choices.back().index()]);
    }
    seen.push_back(game::observe(engine, scratch, state, joint, choices, player));
    engine.apply(scratch, state, joint);
  }
  return seen;
}

TEST(Observation, TellsNothingButTheOwnMoveAndPercepts) {
  const auto seen = play(engine_of("prover"), true);
  EXPECT_EQ(seen[0], game::Observation::of("noop", {}));
  EXPECT_EQ(seen[1], game::Observation::of("(look 1)", {"coin"}));
  EXPECT_TRUE(seen[0].hidden());
  EXPECT_EQ(play(engine_of("prover"), false)[1].percepts, std::vector<std::string>{});
  EXPECT_EQ(play(engine_of("circuit"), true), seen) << "the same on every engine";
}

TEST(ParticleFilter, KeepsWhatFitsAndNothingElse) {
  for (const bool under_one : {true, false}) {
    const game::AnyEngine engine = engine_of("prover");
    ParticleFilter filter(engine, RoleId{1});
    const auto seen = play(engine, under_one);
    EXPECT_TRUE(filter.observe(seen[0], Clock::time_point::max()));
    EXPECT_EQ(filter.states()->size(), 200U);
    EXPECT_TRUE(filter.observe(seen[1], Clock::time_point::max()));
    EXPECT_THAT(filter.legal(), testing::ElementsAre("(say 1)", "(say 2)"));
    for (const game::AnyState& state : *filter.states()) {
      game::TermBuffer fluents;
      engine.fluents(state, fluents);
      std::vector<std::string> texts;
      for (const TermId fluent : fluents) texts.push_back(engine.terms().text(fluent));
      EXPECT_THAT(texts, testing::Contains(under_one ? "(coin 1)" : "(coin 2)"));
    }
  }
}

TEST(ParticleFilter, GuessesWhereNothingFits) {
  ParticleFilter filter(engine_of("prover"), RoleId{1});
  EXPECT_FALSE(filter.observe(game::Observation::of("noop", {"thunder"}), Clock::now() + std::chrono::milliseconds(50)));
  EXPECT_FALSE(filter.states()->empty());
}

TEST(SamplingSearch, SaysWhereItSawTheCoin) {
  for (const char* name : {"prover", "circuit"}) {
    for (const bool under_one : {true, false}) {
      const game::AnyEngine engine = engine_of(name);
      SamplingSearch search(engine);
      for (const game::Observation& seen : play(engine, under_one)) search.observe(seen);
      search::Budget budget;
      budget.iterations = 100;
      const search::Thought thought = search.think(RoleId{1}, budget);
      ASSERT_EQ(thought.moves.size(), 2U);
      EXPECT_EQ(thought.choice.value, under_one ? 0U : 1U) << name;
      EXPECT_EQ(thought.value[1], 100);
      EXPECT_EQ(thought.iterations, 100U);
      EXPECT_EQ(search.think(RoleId{1}, budget).moves[0].visits, 100U) << "a second thought goes on";
    }
  }
}

TEST(SamplingSearch, AnswersInTheOrderOfTheMovesItIsTold) {
  const game::AnyEngine engine = engine_of("prover");
  SamplingSearch search(engine);
  for (const game::Observation& seen : play(engine, true)) search.observe(seen);
  search.expect({"(say 2)", "(say 3)", "(say 1)"});
  search::Budget budget;
  budget.iterations = 90;
  EXPECT_EQ(search.think(RoleId{1}, budget).choice.value, 2U);
}

TEST(InformationSet, KnowsWhatHoldsInEveryState) {
  const game::AnyEngine engine = engine_of("prover");
  auto scratch = engine.make_scratch();
  InformationSet set(engine, scratch, RoleId{1});
  ASSERT_TRUE(set.known());
  EXPECT_EQ(set.known()->size(), 1U);  // start
  game::MoveBuffer legal;
  engine.legal_moves(scratch, engine.initial_state(scratch), RoleId{1}, legal);
  set.step(scratch, legal.front(), {});
  ASSERT_TRUE(set.known());
  EXPECT_EQ(set.known()->size(), 1U);  // hidden, and not where the coin is
}

}  // namespace
}  // namespace agon::belief
