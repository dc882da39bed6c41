#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "search/evaluation/baselines.h"
#include "search/mcts/playout/move_statistics.h"
#include "search/mcts/tree/conclusion.h"
#include "search/mcts/tree/selection.h"
#include "search/mcts/tree/sufficiency.h"

namespace agon::search::mcts {
namespace {

constexpr MoveId kA{0}, kB{1}, kC{2}, kNoop{3};

MoveStatisticsOptions nst(double decay = 1) {
  return {.choice = MoveStatisticsOptions::Choice::EpsilonGreedy, .decay = decay, .gram_length = 3};
}

Trace trace_of(std::size_t roles, const std::vector<MoveId>& moves) {
  Trace trace(roles);
  trace.moves = moves;
  return trace;
}

double count(MoveStatistics& statistics, std::size_t role, std::vector<MoveId> gram) { return statistics.gram(role, gram).count; }

// ---- move statistics: the digest's checks of "Decay factor for NST and MAST" ----

TEST(MoveStatistics, TakesTheSequencesOfTwoPlayers) {
  MoveStatistics statistics(2, nst());
  // Role 0 plays a, noop, a, noop; role 1 noop, b, noop, b.
  statistics.add(trace_of(2, {kA, kNoop, kNoop, kB, kA, kNoop, kNoop, kB}), std::vector<double>{100, 0});
  EXPECT_EQ(count(statistics, 0, {kA}), 2);
  EXPECT_EQ(count(statistics, 0, {kNoop}), 2);
  EXPECT_EQ(count(statistics, 0, {kB, kA}), 1);  // the other's move one step before
  EXPECT_EQ(count(statistics, 0, {kNoop, kNoop}), 2);
  EXPECT_EQ(count(statistics, 0, {kA, kB, kA}), 1);  // own, other's, own
  EXPECT_EQ(count(statistics, 1, {kA, kB}), 2);      // twice in one simulation: counted twice
  EXPECT_EQ(count(statistics, 1, {kB, kA, kB}), 1);
  EXPECT_EQ(count(statistics, 1, {kA}), 0);
  EXPECT_EQ(statistics.gram(1, std::vector<MoveId>{kB}).mean, 0);
  EXPECT_EQ(statistics.gram(0, std::vector<MoveId>{kA}).mean, 100);
}

TEST(MoveStatistics, TakesTheSequencesOfThreePlayersAndOfOne) {
  MoveStatistics three(3, nst());
  three.add(trace_of(3, {kA, kB, kC, kNoop, kA, kB, kC, kNoop, kA}), std::vector<double>{1, 2, 3});
  // Role 0 at the third step: role 2 one step before, role 1 two steps before.
  EXPECT_EQ(count(three, 0, {kB, kC}), 1);
  EXPECT_EQ(count(three, 0, {kB, kB, kC}), 1);
  MoveStatistics one(1, nst());
  one.add(trace_of(1, {kA, kB, kC}), std::vector<double>{50});
  EXPECT_EQ(count(one, 0, {kA, kB, kC}), 1);
}

TEST(MoveStatistics, DecaysCountsAndNotMeans) {
  for (const auto& [decay, mean, n] :
       {std::tuple{0.6, 40 + 60.0 / 7, 7.0}, std::tuple{0.0, 100.0, 1.0}, std::tuple{1.0, 45.4545, 11.0}}) {
    MoveStatistics statistics(1, nst(decay));
    for (int i = 0; i < 10; ++i) statistics.add(trace_of(1, {kA}), std::vector<double>{40});
    statistics.on_match_step();
    statistics.add(trace_of(1, {kA}), std::vector<double>{100});
    const FadingMean result = statistics.gram(0, std::vector<MoveId>{kA});
    EXPECT_NEAR(result.mean, mean, 1e-3) << decay;
    EXPECT_NEAR(result.count, n, 1e-9) << decay;
  }
}

TEST(MoveStatistics, LazyDecayIsEagerDecay) {
  Rng rng(1);
  MoveStatistics statistics(1, nst(0.7));
  double eager_count = 0;
  double eager_mean = 0;
  for (int i = 0; i < 2'000; ++i) {
    if (rng.below(4) == 0) {
      statistics.on_match_step();
      eager_count *= 0.7;
    } else if (rng.below(3) == 0) {
      const double reward = rng.below(101);
      statistics.add(trace_of(1, {kA}), std::vector<double>{reward});
      eager_count += 1;
      eager_mean += (reward - eager_mean) / eager_count;
    }
  }
  EXPECT_NEAR(statistics.gram(0, std::vector<MoveId>{kA}).count, eager_count, 1e-9);
  EXPECT_NEAR(statistics.gram(0, std::vector<MoveId>{kA}).mean, eager_mean, 1e-9);
}

TEST(MoveStatistics, ScoresAreMeansOfWhatIsKnown) {
  MoveStatistics statistics(2, nst());
  const Trace before = trace_of(2, {kA, kNoop, kNoop, kB});
  EXPECT_EQ(statistics.score(0, kC, before), 100);  // never seen
  // R1 = 60 over 50, R2 = 80 over 6, R3 = 30 over 7: single values that give these means together.
  const auto add = [&](std::vector<MoveId> moves, double value, int times) {
    for (int i = 0; i < times; ++i) statistics.add(trace_of(2, moves), std::vector<double>{value, 0});
  };
  add({kC, kNoop}, 60, 50);
  EXPECT_EQ(statistics.score(0, kC, before), 60);
  add({kA, kNoop, kNoop, kB, kC, kNoop}, 60, 6);   // b then c, and a, b, c: six times each
  EXPECT_EQ(statistics.score(0, kC, before), 60);  // not often enough to count
  add({kA, kNoop, kNoop, kB, kC, kNoop}, 60, 1);
  EXPECT_EQ(statistics.score(0, kC, before), 60);
  add({kA, kNoop, kNoop, kB, kC, kNoop}, 95, 7);  // now 14 of mean 77.5 for both sequences
  EXPECT_NEAR(statistics.score(0, kC, before), (statistics.gram(0, std::vector<MoveId>{kC}).mean + 2 * 77.5) / 3, 1e-9);
}

TEST(MoveStatistics, ChoosesGreedilyButForEpsilon) {
  MoveStatistics statistics(1, nst());
  statistics.add(trace_of(1, {kA}), std::vector<double>{90});
  statistics.add(trace_of(1, {kB}), std::vector<double>{10});
  statistics.add(trace_of(1, {kC}), std::vector<double>{20});
  const std::vector<MoveId> legal{kA, kB, kC};
  Rng rng(1);
  int best = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) best += statistics.choose(0, legal, Trace(1), rng) == 0 ? 1 : 0;
  EXPECT_NEAR(best / double{kDraws}, 0.8 + 0.2 / 3, 0.01);
}

TEST(MoveStatistics, GibbsWeighsByTemperature) {
  MoveStatistics statistics(1, {});
  statistics.add(trace_of(1, {kA}), std::vector<double>{100});
  statistics.add(trace_of(1, {kB}), std::vector<double>{90});
  const std::vector<MoveId> legal{kA, kB};
  Rng rng(1);
  int first = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) first += statistics.choose(0, legal, Trace(1), rng) == 0 ? 1 : 0;
  EXPECT_NEAR(first / double{kDraws}, 0.7311, 0.01);
}

// ---- selection: a node with statistics written by hand ----

struct HandMadeNode {
  Tree tree{1 << 20, true};
  Node* node = nullptr;
  explicit HandMadeNode(const std::vector<std::pair<double, std::uint32_t>>& values_and_visits) {
    std::vector<std::vector<MoveId>> legal(1);
    for (std::uint32_t i = 0; i < values_and_visits.size(); ++i) legal[0].push_back(MoveId{i});
    node = tree.create(1, {}, legal, false);
    for (std::size_t i = 0; i < values_and_visits.size(); ++i) {
      Action& action = node->actions(0)[i];
      action.visits = values_and_visits[i].second;
      action.sum = values_and_visits[i].first * action.visits;
      node->visits += action.visits;
      if (action.visits > 0) --node->role(0).untried;
    }
  }
  std::uint32_t choose(const Options& options, Rng& rng) {
    Selector selector(options, 1);
    selector.begin_descent(node);
    return selector.choose(std::vector<Node*>{node}, 0, nullptr, Trace(1), rng);
  }
};

TEST(Selection, SufficiencyGoesForTheBestWhereOneIsGoodEnough) {
  HandMadeNode made({{0.85, 5}, {0.88, 500}, {0.3, 1}});
  Options uct;
  Rng rng(1);
  EXPECT_EQ(made.choose(uct, rng), 2U);  // upper bounds 1.296, 0.925, 1.298
  Options st = uct;
  st.select.sufficiency = Selection::Sufficiency::Static;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(made.choose(st, rng), 1U);
  st.select.threshold = 0.9;
  EXPECT_EQ(made.choose(st, rng), 2U);
}

TEST(Selection, TheBandLeavesTheChoiceToKnowledge) {
  const std::vector<double> scores{1, 5, 9, 5};
  EXPECT_EQ(best_in_band(std::vector<double>{0.50, 0.46, 0.44, 0.47}, 0.1, scores), 1U);  // bar 0.45; of equal scores the first
  EXPECT_EQ(best_in_band(std::vector<double>{0.50, 0.46, 0.44, 0.47}, 0, scores), 0U);
  EXPECT_EQ(best_in_band(std::vector<double>{0, 0, 0, 0}, 0.1, scores), 2U);  // nothing is worth anything: all are in the band
}

TEST(Selection, TriesEveryMoveOnceUnlessUrgencySaysOtherwise) {
  HandMadeNode made({{0.9, 10}, {0, 0}, {0.2, 10}});
  Rng rng(1);
  Options options;
  EXPECT_EQ(made.choose(options, rng), 1U);
  options.select.first_play_urgency = 0.5;
  EXPECT_EQ(made.choose(options, rng), 0U);
}

TEST(Selection, AdaptiveRaveListensToTheMovesTriedMost) {
  // s = (10, 5), means (60, 40), RAVE (50, 70): optimistic 5, pessimistic 10.
  HandMadeNode made({{0.6, 10}, {0.4, 5}});
  const auto share = [&] {
    made.node->extras(0)[0].rave_visits = made.node->extras(0)[1].rave_visits = 20;
    made.node->extras(0)[0].rave_mean = 0.5F;
    made.node->extras(0)[1].rave_mean = 0.7F;
    Options options;
    options.select.rave = Selection::Rave::Adaptive;
    Selector selector(options, 1);
    selector.begin_descent(made.node);
    return selector.rave_share();
  };
  EXPECT_EQ(share(), 0);
  std::swap(made.node->actions(0)[0].visits, made.node->actions(0)[1].visits);
  made.node->actions(0)[0].sum = 0.6 * 5;
  made.node->actions(0)[1].sum = 0.4 * 10;
  EXPECT_EQ(share(), 1);
}

TEST(Selection, RaveCombinesAsGellyAndSilver) {
  // With k = 700 at 700 visits both kinds weigh the same.
  HandMadeNode made({{0.5, 350}, {0.52, 350}});
  made.node->extras(0)[0].rave_visits = made.node->extras(0)[1].rave_visits = 1000;
  made.node->extras(0)[0].rave_mean = 0.60F;
  made.node->extras(0)[1].rave_mean = 0.55F;
  Options options;
  Rng rng(1);
  EXPECT_EQ(made.choose(options, rng), 1U);
  options.select.rave = Selection::Rave::On;
  EXPECT_EQ(made.choose(options, rng), 0U);
  options.select.rave_equivalence = 1;
  EXPECT_EQ(made.choose(options, rng), 1U);
}

TEST(Selection, ProgressiveBiasFadesWithVisits) {
  Options options;
  options.prior = mobility_evaluation();
  options.select.exploration = 0;
  options.select.progressive_bias = 1;
  Rng rng(1);
  for (const auto& [visits, chosen] : {std::pair{10U, 1U}, std::pair{1'000U, 0U}}) {
    HandMadeNode made({{0.60, visits}, {0.55, visits}});
    made.node->extras(0)[1].prior = 1;  // worth 1/11 at first, 1/1001 later
    EXPECT_EQ(made.choose(options, rng), chosen) << visits;
    made.node->actions(0)[1].low = made.node->actions(0)[1].high = 0.55F;
    EXPECT_EQ(made.choose(options, rng), 0U) << "what is proven needs no prior";
  }
}

TEST(Selection, UntriedMovesAreTriedByTheirPrior) {
  HandMadeNode made({{0, 0}, {0, 0}, {0.9, 10}, {0, 0}});
  const float priors[] = {0.2F, 0.7F, 0.9F, 0.7F};
  for (std::size_t i = 0; i < 4; ++i) made.node->extras(0)[i].prior = priors[i];
  Options options;
  options.prior = mobility_evaluation();
  Rng rng(1);
  std::array<int, 4> chosen{};
  for (int i = 0; i < 100; ++i) ++chosen[made.choose(options, rng)];
  EXPECT_THAT(chosen, testing::ElementsAre(0, testing::Gt(20), 0, testing::Gt(20)));
}

TEST(Selection, LeavesOutWhatIsProvenWorse) {
  HandMadeNode made({{0.9, 100}, {0.1, 100}});
  made.node->actions(0)[0].high = 0.0F;  // looks good, is lost
  made.node->role(0).bounds.low = 0.0F;
  Options options;
  Rng rng(1);
  EXPECT_EQ(made.choose(options, rng), 1U);
}

TEST(Sufficiency, DiscriminantLiesBetweenTheClasses) {
  SufficiencyThreshold threshold;
  for (int i = 0; i < 30; ++i) threshold.add_result(0.9, true);
  for (int i = 0; i < 70; ++i) threshold.add_result(0.2, false);
  EXPECT_NEAR(threshold.discriminant(), 0.69, 1e-9);
  SufficiencyThreshold swapped;
  for (int i = 0; i < 70; ++i) swapped.add_result(0.9, true);
  for (int i = 0; i < 30; ++i) swapped.add_result(0.2, false);
  EXPECT_NEAR(swapped.discriminant(), 0.41, 1e-9);
}

TEST(Sufficiency, ExploresAtLeastAsOftenAsTheFloorSays) {
  SufficiencyThreshold threshold;
  EXPECT_EQ(threshold.chance(1, false, 0.1), 0);  // nothing is known yet
  threshold.add_result(1, true);
  threshold.add_result(0, false);
  for (int i = 0; i < 1'000; ++i) (void)threshold.chance(i % 2 == 0 ? 0.1 : 0.2, false, 0.1);
  EXPECT_NEAR(threshold.chance(100, false, 0.1), 0.9, 1e-9);
  EXPECT_LT(threshold.chance(100, true, 0.1), 0.1);
}

// ---- decision ----

std::uint32_t decided(const std::vector<std::pair<double, std::uint32_t>>& values_and_visits, const Options& options) {
  HandMadeNode hand(values_and_visits);
  Rng rng(1);
  return decide(hand.node, 0, options, nullptr, rng);
}

TEST(Decision, TakesTheMostVisitsUnlessSeveralAreEven) {
  const std::vector<std::pair<double, std::uint32_t>> close{{0.50, 1'000}, {0.55, 800}, {0.60, 700}};
  Options options;
  EXPECT_EQ(decided(close, options), 0U);
  options.even_visits = 0.75;
  EXPECT_EQ(decided(close, options), 1U);  // the third has too few
  options.decision = Options::Decision::Value;
  EXPECT_EQ(decided(close, options), 2U);
}

TEST(Decision, CountsAProvenResultForAllVisitsIfNothingLooksBetter) {
  HandMadeNode hand({{0.4, 1'000}, {0.5, 3}});
  hand.node->actions(0)[1].low = hand.node->actions(0)[1].high = 0.5F;
  Rng rng(1);
  for (const double even : {1.0, 0.75}) {
    Options options;
    options.even_visits = even;
    EXPECT_EQ(decide(hand.node, 0, options, nullptr, rng), 1U);
    hand.node->actions(0)[0].sum = 0.6 * 1'000;
    EXPECT_EQ(decide(hand.node, 0, options, nullptr, rng), 0U);
    hand.node->actions(0)[0].sum = 0.4 * 1'000;
  }
}

// Values 0.80, 0.60 and an untried move. On means only the first is within 10 % of the best. With c = 0.4 the upper bounds are
// 0.96 and 0.92, and the untried move is worth 1: all three are in the band, and what moves have been worth decides.
TEST(Decision, TheBandMayBeOnUpperBounds) {
  HandMadeNode hand({{0.80, 20}, {0.60, 5}, {0, 0}});
  Options options;
  options.decision = Options::Decision::Knowledge;
  options.select.tolerance = 0.1;
  MoveStatistics statistics(1, {});
  statistics.add(trace_of(1, {kA}), std::vector<double>{50});
  statistics.add(trace_of(1, {kB}), std::vector<double>{90});
  statistics.add(trace_of(1, {kC}), std::vector<double>{70});
  Rng rng(1);
  EXPECT_EQ(decide(hand.node, 0, options, &statistics, rng), 0U);
  options.select.band_on_bounds = true;
  EXPECT_EQ(decide(hand.node, 0, options, &statistics, rng), 1U);
  statistics.add(trace_of(1, {kC}), std::vector<double>{100});
  statistics.add(trace_of(1, {kC}), std::vector<double>{100});
  statistics.add(trace_of(1, {kC}), std::vector<double>{100});
  EXPECT_EQ(decide(hand.node, 0, options, &statistics, rng), 2U);
  options.select.first_play_urgency = 0.5;  // out of the band
  EXPECT_EQ(decide(hand.node, 0, options, &statistics, rng), 1U);
}

}  // namespace
}  // namespace agon::search::mcts
