#include "play/strategy/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/file.h"
#include "play/strategy/mcts_strategy.h"
#include "play/strategy/other_strategies.h"
#include "play/strategy/players.h"
#include "search/mcts/playout/statistics_playout.h"

namespace agon::play {
namespace {

TEST(Strategy, ReadsTermsInTerms) {
  const auto term = parse_strategy(" mcts( select = rave(k=250) , playout=nst(decay=0.6), lanes, time=2s ) ");
  ASSERT_TRUE(term);
  EXPECT_EQ(to_string(*term), "mcts(select=rave(k=250), playout=nst(decay=0.6), lanes, time=2s)");
  EXPECT_EQ(to_string(*parse_strategy("random()")), "random");
}

TEST(Strategy, SaysWhereItStopsMakingSense) {
  for (const auto& [text, column] : {std::pair{"", 1}, std::pair{"mcts(", 6}, std::pair{"mcts(a=1", 9}, std::pair{"mcts(a=)", 8},
                                     std::pair{"mcts)x", 5}, std::pair{"mcts(a=1))", 10}, std::pair{"=", 1}}) {
    const auto term = parse_strategy(text);
    ASSERT_FALSE(term) << text;
    EXPECT_THAT(term.error().diagnostics[0].message, testing::HasSubstr("column " + std::to_string(column))) << text;
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "a(";
  EXPECT_FALSE(parse_strategy(deep));
}

TEST(Strategy, OptionsArriveWhereTheyBelong) {
  const std::string text =
      "mcts(select=adaptive-rave(k=100, margin=-5, c=0.3), playout=nst(decay=0.6, epsilon=0.1, k=3), time=100ms, memory=64, "
      "decide=value)";
  const auto read = read_mcts(*parse_strategy(text), text, {"circuit"});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->search.select.rave, search::mcts::Selection::Rave::Adaptive);
  EXPECT_EQ(read->search.select.rave_equivalence, 100);
  EXPECT_EQ(read->search.select.rave_margin, -5);
  EXPECT_EQ(read->search.select.exploration, 0.3);
  EXPECT_EQ(read->search.select.first_play_urgency, 1);
  const auto* const nst = dynamic_cast<const search::mcts::StatisticsPlayoutMaker*>(read->search.playout.policy.get());
  ASSERT_NE(nst, nullptr);
  EXPECT_EQ(nst->options().gram_length, 3U);
  EXPECT_EQ(nst->options().gram_count, 3);
  EXPECT_EQ(nst->options().decay, 0.6);
  EXPECT_EQ(nst->options().epsilon, 0.1);
  EXPECT_EQ(read->search.memory_bytes, std::size_t{64} << 20U);
  EXPECT_EQ(read->thinking.time, std::chrono::milliseconds(100));
  EXPECT_EQ(read->search.decision, search::mcts::Options::Decision::Value);
}

TEST(Strategy, MistakesAreNamedWithTheNearestWord) {
  for (const auto& [text, word] :
       {std::pair{"mtcs", "mcts"}, std::pair{"mcts(selct=ucb1)", "select"}, std::pair{"mcts(select=ucb)", "ucb1"},
        std::pair{"mcts(playout=must)", "mast"}, std::pair{"minimax(dept=3)", "depth"}, std::pair{"plan(bem=no)", "beam"}}) {
    const auto checked = check_strategy(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_THAT(checked.error().diagnostics[0].hint, testing::HasSubstr(word)) << text;
  }
  for (const char* text : {"mcts(time=0s)", "mcts(time=-1s)", "mcts(time=soon)", "mcts(iterations=0)",
                           "mcts(iterations=1,iterations=2)", "mcts(c=nan)", "mcts(playout=mast(decay=2))", "mcts(solver=perhaps)",
                           "random(x)", "minimax(evaluation=mix(goal=0,mobility=0))"}) {
    EXPECT_FALSE(check_strategy(text)) << text;
  }
  for (const std::string& name : strategy_names()) EXPECT_TRUE(check_strategy(name)) << name;
}

// A setting that would change nothing is a mistake of whoever wrote it.
TEST(Strategy, RefusesWhatMeansNothing) {
  for (const char* text :
       {"mcts(fan=3)", "mcts(batch=3)", "mcts(band=0.1)", "mcts(decide=knowledge)", "mcts(band=0.1, band-on=uct, playout=mast)",
        "mcts(lanes(batch=3))", "mcts(engine=prover(fast))", "mcts(solver=no(3))", "mcts(playout=mast(choice=gibbs(tau=3)))",
        "mcts(playout=mast(epsilon=0.1))", "mcts(playout=nst(tau=2))", "mcts(playout=nested, cutoff=5)", "mcts(threads=2.9)",
        "mcts(memory=1.5)", "mcts(time=1s(x))", "mcts(lanes, lanes=no)", "mcts(lanes, fan=3, select=ucb1(fpu=1))",
        "plan(beam=no, nested=no, novelty=no, relaxed=no, breadth-first=no, depth-first=no, satisfiability=no)"}) {
    EXPECT_FALSE(check_strategy(text)) << text;
  }
  for (const char* text :
       {"mcts(lanes, fan=3)", "mcts(band=0.1, playout=mast)", "mcts(band=0.1, band-on=uct, decide=knowledge, playout=mast)",
        "mcts(playout=mast(choice=epsilon-greedy, epsilon=0.1))", "plan(beam)"})
    EXPECT_TRUE(check_strategy(text)) << text;
  EXPECT_THAT(check_strategy("mcts(iterations=0)").error().diagnostics[0].hint, testing::HasSubstr("iterations=1"));
  EXPECT_THAT(check_strategy("mcts(fan=3)").error().diagnostics[0].message, testing::HasSubstr("lanes"));
}

// Everything in docs/strategies.md that has brackets, and every word of its first table.
TEST(Strategy, TheDocumentationIsUnderstood) {
  const Result<std::string> page = read_file(std::string(AGON_SOURCE_DIR) + "/docs/strategies.md");
  ASSERT_TRUE(page);
  const std::vector<std::string> names = strategy_names();
  std::set<std::string> seen;
  for (std::size_t begin = page->find('`'); begin != std::string::npos;) {
    const std::size_t end = page->find('`', begin + 1);
    ASSERT_NE(end, std::string::npos);
    const std::string text = page->substr(begin + 1, end - begin - 1);
    const std::string name = text.substr(0, text.find('('));
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      EXPECT_TRUE(check_strategy(text)) << text;
      seen.insert(text);
    }
    begin = page->find('`', end + 1);
  }
  for (const std::string& name : names) EXPECT_TRUE(seen.contains(name)) << name;
  EXPECT_GT(seen.size(), names.size() + 8);
}

TEST(Strategy, APlannerLooksInTheWaysThatAreNamed) {
  const auto options = [](const std::string& text) { return read_plan(*parse_strategy(text), text, {})->search; };
  EXPECT_TRUE(options("plan(beam)").beam);
  EXPECT_FALSE(options("plan(beam)").nested);
  EXPECT_FALSE(options("plan(beam=no)").beam);
  EXPECT_TRUE(options("plan(beam=no)").nested);
  EXPECT_TRUE(options("plan").satisfiability);
}

}  // namespace
}  // namespace agon::play
