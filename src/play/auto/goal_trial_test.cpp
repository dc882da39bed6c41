#include "play/auto/goal_trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/read/reader.h"
#include "play/auto/auto_strategy.h"
#include "play/test_kits.h"

namespace agon::play {
namespace {

using testing::Contains;
using testing::HasSubstr;

GoalTrial trial_of(GameKit& kit, const std::atomic<bool>* stop = nullptr) {
  return try_goals(*kit.engine("circuit"), *kit.lanes(), kit.goal_sum(), stop);
}

// Picks the first or the last legal move, whatever the game.
class Stubborn final : public search::FullInformationSearcher {
 public:
  Stubborn(const game::AnyEngine& engine, bool last) : engine_(engine), scratch_(engine.make_scratch()), last_(last) {
    Stubborn::restart();
  }
  void restart() override { state_ = engine_.initial_state(scratch_); }
  void follow(std::span<const Choice> choices) override {
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < choices.size(); ++r) joint.push_back(legal(RoleId{r})[choices[r].index()]);
    engine_.apply(scratch_, state_, joint);
  }
  search::Thought think(RoleId role, const search::Budget&) override {
    search::Thought thought;
    thought.choice = Choice{last_ ? static_cast<std::uint32_t>(legal(role).size() - 1) : 0};
    return thought;
  }

 private:
  game::MoveBuffer legal(RoleId role) {
    game::MoveBuffer moves;
    engine_.legal_moves(scratch_, state_, role, moves);
    return moves;
  }
  game::AnyEngine engine_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  bool last_;
};

// Each says a number, the higher wins: the first legal move always loses to the last.
TEST(Duel, EndsWithTheLeadAndChangesSeats) {
  GameKit kit(*gdl::read_text(R"((role a) (role b) (init (turn a)) (number 1) (number 2)
    (<= (legal ?p (say ?n)) (true (turn ?p)) (number ?n)) (<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
    (<= (next (turn b)) (true (turn a))) (<= (next (said ?p ?n)) (does ?p (say ?n))) (<= (next (said ?p ?n)) (true (said ?p ?n)))
    (<= terminal (true (said b ?n))) (<= (goal ?p 100) (true (said ?p 2))) (<= (goal ?p 0) (true (said ?p 1))))",
                              "numbers"));
  const game::AnyEngine engine = *kit.engine("prover");
  Stubborn low(engine, false), high(engine, true);
  const DuelScore won = play_duel(engine, {&high, 1}, {&low, 1}, {});
  EXPECT_EQ(won.wins, DuelOptions{}.lead);
  EXPECT_EQ(won.losses + won.draws, 0);
  EXPECT_EQ(play_duel(engine, {&low, 1}, {&high, 1}, {}).losses, DuelOptions{}.lead);
  Stubborn same(engine, true);
  EXPECT_EQ(play_duel(engine, {&high, 1}, {&same, 1}, {}).draws, DuelOptions{}.matches);
}

TEST(GoalTrial, SeesWhereGoalsSayNothingBeforeTheEnd) {
  for (const char* game : {"connectfour", "breakthrough", "checkers-scored"}) {
    const auto kit = library_kit(game);
    const GoalTrial trial = trial_of(*kit);
    EXPECT_FALSE(trial.sample.graded) << game;
    EXPECT_FALSE(trial.score) << game;
  }
  EXPECT_FALSE(sample_goals(*library_kit("pointgrab")->engine("circuit")).turns);
}

// Boxes that were taken stay taken, discs do not.
TEST(GoalTrial, TellsPointsThatStayFromPointsThatAreTurnedOver) {
  const auto boxes = library_kit("dots-and-boxes");
  EXPECT_TRUE(trial_of(*boxes).goals_are_better());
  const auto discs = library_kit("othello-6x6");
  const GoalTrial trial = trial_of(*discs);
  EXPECT_TRUE(trial.sample.graded);
  ASSERT_TRUE(trial.score);
  EXPECT_LT(trial.score->lead(), 0);
}

TEST(GoalTrial, IsTheSameEveryTimeAndStopsWhenTold) {
  const auto kit = library_kit("dots-and-boxes");
  const GoalTrial once = trial_of(*kit), again = trial_of(*kit);
  EXPECT_EQ(once.score->wins, again.score->wins);
  EXPECT_EQ(once.score->losses, again.score->losses);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(trial_of(*kit, &stop).score->wins, 0);
}

TEST(AutoChoice, SaysWhyItCountsGoals) {
  const Result<AutoChoice> boxes = explain_auto(*library_kit("dots-and-boxes"));
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->strategy, "minimax(paranoid)");
  EXPECT_THAT(boxes->reasons, Contains(HasSubstr("beat playouts in trial matches")));
  const Result<AutoChoice> four = explain_auto(*library_kit("connectfour"));
  ASSERT_TRUE(four);
  EXPECT_EQ(four->strategy, "mcts(lanes)");
  EXPECT_THAT(four->reasons, Not(Contains(HasSubstr("trial matches"))));
}

}  // namespace
}  // namespace agon::play
