// The words of evaluations and playout policies: read, refused with a hint, and heard by the search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library/library.h"
#include "play/strategy/mcts_strategy.h"
#include "play/strategy/other_strategies.h"
#include "play/strategy/players.h"
#include "search/mcts/playout/maker.h"

namespace agon::play {
namespace {

using testing::HasSubstr;

search::mcts::Options mcts_options(const std::string& text) { return read_mcts(*parse_strategy(text), text, {})->search; }

TEST(Slots, WordsArriveInTheOptions) {
  const auto plain = mcts_options("mcts");
  EXPECT_EQ(plain.prior, nullptr);
  EXPECT_EQ(plain.playout.evaluation, nullptr);
  EXPECT_EQ(plain.playout.policy, nullptr);
  EXPECT_EQ(mcts_options("mcts(playout=uniform)").playout.policy, nullptr);
  EXPECT_NE(mcts_options("mcts(cutoff=6, evaluation=mobility)").playout.evaluation, nullptr);
  const auto prior = mcts_options("mcts(prior=mix(goal=2, mobility=1))");
  EXPECT_NE(prior.prior, nullptr);
  EXPECT_EQ(prior.select.progressive_bias, 1);
  EXPECT_EQ(mcts_options("mcts(prior=goal, bias=0.3)").select.progressive_bias, 0.3);
  EXPECT_FALSE(mcts_options("mcts(playout=nested(level=2))").playout.policy->stops_early());
  EXPECT_TRUE(mcts_options("mcts(playout=mast)").playout.policy->needs_trace());
}

TEST(Slots, MistakesAreNamedWithAHint) {
  for (const auto& [text, hint] :
       {std::pair{"mcts(prior=mobilty)", "mobility"}, std::pair{"mcts(cutoff=6, evaluation=gaol)", "goal"},
        std::pair{"minimax(evaluation=constnt)", "constant"}, std::pair{"minimax(evaluation=mix(mobilty=1))", "mobility"},
        std::pair{"mcts(playout=nestd)", "nested"}, std::pair{"mcts(playout=nst(decai=0.5))", "decay"},
        std::pair{"mcts(evaluation=mobility)", "cutoff"}, std::pair{"mcts(bias=0.5)", "prior"}}) {
    const auto checked = check_strategy(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_THAT(checked.error().diagnostics[0].hint, HasSubstr(hint)) << text;
  }
  for (const char* text : {"mcts(prior=mobility(x=1))", "mcts(prior=mobility, bias=-1)", "mcts(lanes, fan=3, prior=mobility)",
                           "mcts(cutoff=0, evaluation=mobility)", "mcts(cutoff=6, evaluation=mix(goal=0, mobility=0))",
                           "mcts(playout=uniform(decay=1))", "mcts(playout=nested, decide=knowledge)"})
    EXPECT_FALSE(check_strategy(text)) << text;
}

// What a player with this strategy makes of the first position.
search::Thought small_thought(const std::string& strategy) {
  auto rules = library::Library(std::string(AGON_SOURCE_DIR) + "/games").load("breakthrough-6x6");
  EXPECT_TRUE(rules.ok());
  auto player = make_player(strategy, std::make_shared<GameKit>(std::move(*rules)), {.seed = 5});
  EXPECT_TRUE(player.ok());
  (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
  (void)(*player)->choose({.step = 0, .legal = 16});
  return *(*player)->thought();
}

std::vector<double> values(const search::Thought& thought) {
  std::vector<double> result;
  for (const search::MoveThought& move : thought.moves) result.push_back(move.value);
  return result;
}

TEST(Slots, WordsReachTheSearch) {
  const std::vector<double> cut = values(small_thought("mcts(cutoff=4, iterations=40)"));
  EXPECT_THAT(cut, testing::Each(50)) << "nobody has a goal after four steps";
  EXPECT_NE(values(small_thought("mcts(cutoff=4, evaluation=mobility, iterations=40)")), cut);
  const search::Thought plain = small_thought("mcts(iterations=200)");
  const search::Thought biased = small_thought("mcts(prior=mobility, bias=20, iterations=200)");
  EXPECT_NE(values(plain), values(biased));
  EXPECT_GT(biased.states, plain.states) << "one for each move of a new node";
  EXPECT_NE(values(small_thought("minimax(depth=1, evaluation=mobility)")), values(small_thought("minimax(depth=1)")));
  EXPECT_NE(values(small_thought("mcts(playout=nst, iterations=200)")), values(plain));
}

}  // namespace
}  // namespace agon::play
