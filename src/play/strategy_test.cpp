#include "play/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "play/mcts_strategy.h"
#include "play/players.h"

namespace agon::play {
namespace {

TEST(Strategy, ReadsTermsInTerms) {
  const auto term = parse_strategy(" mcts( select = rave(k=250) , playout=nst(decay=0.6), lanes, time=2s ) ");
  ASSERT_TRUE(term);
  EXPECT_EQ(to_string(*term), "mcts(select=rave(k=250), playout=nst(decay=0.6), lanes, time=2s)");
  EXPECT_EQ(to_string(*parse_strategy("random()")), "random");
}

TEST(Strategy, SaysWhereItStopsMakingSense) {
  for (const auto& [text, column] : {std::pair{"", 1}, std::pair{"mcts(", 6}, std::pair{"mcts(a=1", 9}, std::pair{"mcts(a=)", 8}, std::pair{"mcts)x", 5},
                                     std::pair{"mcts(a=1))", 10}, std::pair{"=", 1}}) {
    const auto term = parse_strategy(text);
    ASSERT_FALSE(term) << text;
    EXPECT_THAT(term.error().diagnostics[0].message, testing::HasSubstr("column " + std::to_string(column))) << text;
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "a(";
  EXPECT_FALSE(parse_strategy(deep));
}

TEST(Strategy, OptionsArriveWhereTheyBelong) {
  const std::string text = "mcts(select=adaptive-rave(k=100, margin=-5, c=0.3), playout=nst(decay=0.6, epsilon=0.1, k=3), time=100ms, memory=64, decide=value)";
  const auto read = read_mcts(*parse_strategy(text), text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->search.select.rave, search::mcts::Selection::Rave::Adaptive);
  EXPECT_EQ(read->search.select.rave_equivalence, 100);
  EXPECT_EQ(read->search.select.rave_margin, -5);
  EXPECT_EQ(read->search.select.exploration, 0.3);
  EXPECT_EQ(read->search.select.first_play_urgency, 1);
  EXPECT_EQ(read->search.playout.policy, search::mcts::Playout::Policy::Nst);
  EXPECT_EQ(read->search.playout.decay, 0.6);
  EXPECT_EQ(read->search.playout.epsilon, 0.1);
  EXPECT_EQ(read->search.memory_bytes, std::size_t{64} << 20U);
  EXPECT_EQ(read->thinking.time, std::chrono::milliseconds(100));
  EXPECT_EQ(read->search.decision, search::mcts::Options::Decision::Value);
}

TEST(Strategy, MistakesAreNamedWithTheNearestWord) {
  for (const auto& [text, word] : {std::pair{"mtcs", "mcts"}, std::pair{"mcts(selct=ucb1)", "select"}, std::pair{"mcts(select=ucb)", "ucb1"},
                                   std::pair{"mcts(playout=must)", "mast"}, std::pair{"minimax(dept=3)", "depth"}, std::pair{"plan(bem=no)", "beam"}}) {
    const auto checked = check_strategy(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_THAT(checked.error().diagnostics[0].hint, testing::HasSubstr(word)) << text;
  }
  for (const char* text : {"mcts(time=0s)", "mcts(time=-1s)", "mcts(time=soon)", "mcts(iterations=0)", "mcts(iterations=1,iterations=2)", "mcts(c=nan)",
                           "mcts(playout=mast(decay=2))", "mcts(solver=perhaps)", "random(x)", "minimax(evaluation=mix(goal=0,mobility=0))"}) {
    EXPECT_FALSE(check_strategy(text)) << text;
  }
  for (const std::string& name : strategy_names()) EXPECT_TRUE(check_strategy(name)) << name;
}

}  // namespace
}  // namespace agon::play
