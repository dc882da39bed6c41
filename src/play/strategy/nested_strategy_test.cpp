#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/read/reader.h"
#include "play/referee/referee.h"
#include "play/strategy/nested_strategy.h"
#include "play/strategy/players.h"
#include "play/test_kits.h"

namespace agon::play {
namespace {

// What a player makes of the first position of a game that player 0 begins.
search::Thought first_thought(const std::string& strategy, const std::string& game, std::uint32_t legal) {
  auto player = make_player(strategy, library_kit(game), {.seed = 5});
  EXPECT_TRUE(player.ok());
  (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
  (void)(*player)->choose({.step = 0, .legal = legal});
  return *(*player)->thought();
}

TEST(NestedStrategy, TriesEachMoveOnceUnlessGivenMore) {
  const search::Thought once = first_thought("nmc(level=3)", "tictactoe-nested", 5);
  EXPECT_EQ(once.iterations, 1U);
  EXPECT_EQ(once.choice.value, 3U);  // (mark 3 1), the quick win
  const search::Thought often = first_thought("nmc(level=2, discount=no, iterations=20)", "tictactoe-nested", 5);
  EXPECT_EQ(often.iterations, 20U);
  for (const search::MoveThought& move : often.moves) EXPECT_EQ(move.visits, 20U);
}

TEST(NestedStrategy, StopsWhenTheStatesAreMade) {
  const search::Thought thought = first_thought("nmc(level=3, states=2000)", "breakthrough-5x5", 13);
  EXPECT_GE(thought.states, 2000U);
  EXPECT_LT(thought.states, 3000U);
}

TEST(NestedStrategy, ReadsItsWords) {
  EXPECT_TRUE(check_strategy("nmc(level=2, discount=no, pruning=cascade, time=0.1s)"));
  const auto wrong = check_strategy("nmc(pruning=deph)");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().diagnostics.front().hint, testing::HasSubstr("depth"));
  const auto plain = read_nested(*parse_strategy("nmc(discount=no)"), "nmc(discount=no)");
  EXPECT_EQ(plain->search.nested.pruning, search::mcts::NestedOptions::Pruning::CutOnWin);
}

// The last seat has the better move, and everybody chooses at the same time from different numbers of moves.
TEST(NestedStrategy, PlaysWithAnyNumberOfRolesAtTheSameTime) {
  const auto rules = gdl::read_text(R"((role a) (role b) (role c) (number 1) (number 2) (number 3) (number 4) (number 5) (init on)
    (<= (legal a (say 1)) (true on)) (<= (legal b (say 1)) (true on)) (<= (legal b (say 2)) (true on))
    (<= (legal c (say ?n)) (number ?n)) (<= (next (said ?r ?n)) (does ?r (say ?n))) (<= terminal (not (true on)))
    (<= (goal c 100) (true (said c 5))) (<= (goal c 10) (not (true (said c 5)))) (goal a 0)
    (<= (goal b 100) (true (said b 2))) (<= (goal b 0) (true (said b 1))))",
                                    "three");
  ASSERT_TRUE(rules.ok());
  const auto kit = std::make_shared<GameKit>(*rules);
  const game::AnyEngine engine = *kit->best_engine();
  for (const char* strategy : {"nmc(level=2)", "mcts(iterations=200, playout=nested(level=2))"}) {
    std::vector<std::unique_ptr<Player>> players;
    for (int r = 0; r < 3; ++r) players.push_back(std::move(*make_player(strategy, kit)));
    const game::MatchRecord record = play_match(engine, *rules, {strategy, strategy, strategy}, players, {});
    EXPECT_EQ(record.goals, (std::vector<int>{0, 100, 100})) << strategy;
  }
}

TEST(NestedStrategy, PlaysAlone) { EXPECT_TRUE(make_player("nmc(level=1)", library_kit("eight-puzzle"))); }

}  // namespace
}  // namespace agon::play
