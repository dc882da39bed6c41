#include "search/minimax/minimax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "game/random_step.h"
#include "search/evaluation/baselines.h"
#include "search/evaluation/mixed.h"
#include "search/minimax/constant_sum.h"
#include "search/minimax/limit.h"
#include "search/minimax/synthetic_tree.h"
#include "search/test_games.h"

namespace agon::search::minimax {
namespace {

using search::fixtures::circuit_engine;
using search::fixtures::library_text;
using search::fixtures::make_circuit;
using search::fixtures::small_connect_four;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const MinimaxOptions kDeclared{.constant_sum = ConstantSum::Declared};

std::unique_ptr<Searcher> make(const game::AnyEngine& engine, const MinimaxOptions& options) {
  auto searcher = make_minimax(engine, options);
  EXPECT_TRUE(searcher.ok());
  return std::move(*searcher);
}

// --- the limits of formula 4.4

TEST(Limit, NodeCountsOfTheSyntheticTree) {
  const std::vector<std::uint64_t> ranked3{4, 7, 16, 28, 52, 85, 136, 211};
  const std::vector<std::uint64_t> uniform3{4, 13, 40, 121, 364, 1093, 3280, 9841};
  const std::vector<std::uint64_t> ranked20{21, 41, 441, 3741, 21761, 104641, 461621, 1896181};
  const std::vector<std::uint64_t> uniform20{21, 421, 8421, 168421};
  for (std::uint32_t d = 1; d <= 8; ++d) {
    EXPECT_EQ(count_nodes(3, DepthRule::Ranked, d), ranked3[d - 1]);
    EXPECT_EQ(count_nodes(3, DepthRule::Uniform, d), uniform3[d - 1]);
    EXPECT_EQ(count_nodes(20, DepthRule::Ranked, d), ranked20[d - 1]);
  }
  for (std::uint32_t d = 1; d <= 4; ++d) EXPECT_EQ(count_nodes(20, DepthRule::Uniform, d), uniform20[d - 1]);
}

TEST(Limit, NeverFallsBelowTheTruthWhereItIsRounded) {
  // An odd share of a limit, again and again: the exact denominators soon need more than 64 bits.
  Limit limit(60'000);
  double exact = 60'000;
  for (int i = 0; i < 12; ++i) {
    limit = limit.share(17, 38);
    exact = (exact - 1) * (1 - 17.0 / 74);
    EXPECT_GE(limit.ceil_fixed() / 65536.0, exact * (1 - 1e-12));
    EXPECT_LE(limit.floor_fixed() / 65536.0, exact * (1 + 1e-12) + 1e-8);
  }
}

// --- exact values

TEST(Minimax, RankedDepthReachesTheEndsOfTicTacToe) {
  MinimaxOptions options = kDeclared;
  options.depth_rule = DepthRule::Ranked;
  options.first_depth = options.max_depth = 1024;
  const Thought thought = make(circuit_engine(library_text("tictactoe")), options)->think(RoleId{0}, {});
  EXPECT_THAT(thought.value, ElementsAre(50, 50));
  EXPECT_TRUE(thought.proven());
  EXPECT_EQ(thought.depth, 9U);
  EXPECT_THAT(thought.note, HasSubstr("assumed"));
}

TEST(Minimax, MaxNFindsTheSameValueWithoutKnowingTheSum) {
  MinimaxOptions options{.depth_rule = DepthRule::Ranked, .first_depth = 1024, .max_depth = 1024};
  const Thought thought = make(circuit_engine(library_text("tictactoe")), options)->think(RoleId{0}, {});
  EXPECT_THAT(thought.value, ElementsAre(50, 50));
  EXPECT_TRUE(thought.proven());
}

TEST(Minimax, SolvesNimAndShowsTheWinningMove) {
  const Thought thought = make(circuit_engine(library_text("nim")), kDeclared)->think(RoleId{0}, {});
  EXPECT_THAT(thought.low, ElementsAre(100, 0));
  EXPECT_THAT(thought.high, ElementsAre(100, 0));
  EXPECT_EQ(thought.moves[thought.choice.index()].low, 100);
  EXPECT_FALSE(thought.line.empty());
}

TEST(Minimax, BudgetsEndAnIterationAndKeepTheLastMove) {
  const auto search = make(circuit_engine(library_text("breakthrough-6x6")), kDeclared);
  const Thought by_states = search->think(RoleId{0}, {.states = 5'000});
  EXPECT_LE(by_states.states, 5'000U);
  EXPECT_GE(by_states.iterations, 1U);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(search->think(RoleId{0}, {.stop = &stop}).iterations, 0U);
  EXPECT_EQ(search->think(RoleId{0}, {.iterations = 2}).iterations, 2U);
}

TEST(Minimax, OneSeedlessResult) {
  const game::AnyEngine engine = circuit_engine(library_text("breakthrough-6x6"));
  const Thought a = make(engine, kDeclared)->think(RoleId{0}, {.states = 20'000});
  const Thought b = make(engine, kDeclared)->think(RoleId{0}, {.states = 20'000});
  EXPECT_EQ(a.choice, b.choice);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.line, b.line);
}

// --- alpha-beta

game::JointChoice random_joint(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, game::AnyEngine::State& state,
                               Rng& rng) {
  game::RandomStep random(engine);
  EXPECT_TRUE(random.step(scratch, state, rng));
  return random.choices();
}

void compare_alpha_beta(const std::string& text, std::uint32_t depth, std::uint32_t positions) {
  const game::AnyEngine engine = circuit_engine(text);
  MinimaxOptions options = kDeclared;
  options.ordering = false;
  options.first_depth = options.max_depth = depth;
  options.table_bytes = 0;
  options.evaluation = *mixed_evaluation({{1, mobility_evaluation()}, {1, goal_evaluation()}});
  const auto pruned = make(engine, options);
  options.alpha_beta = false;
  const auto full = make(engine, options);
  Rng rng(7);
  auto scratch = engine.make_scratch();
  std::uint64_t pruned_nodes = 0;
  std::uint64_t full_nodes = 0;
  for (std::uint32_t done = 0; done < positions;) {
    pruned->restart();
    full->restart();
    auto state = engine.initial_state(scratch);
    while (!engine.is_terminal(scratch, state) && done < positions) {
      const RoleId role{rng.below(2)};
      const Thought a = pruned->think(role, {});
      const Thought b = full->think(role, {});
      ASSERT_EQ(a.value, b.value);
      ASSERT_EQ(a.choice, b.choice);
      ASSERT_LE(a.nodes, b.nodes);
      pruned_nodes += a.nodes;
      full_nodes += b.nodes;
      ++done;
      const auto choices = random_joint(engine, scratch, state, rng);
      pruned->advance(choices);
      full->advance(choices);
    }
  }
  EXPECT_LT(pruned_nodes * 2, full_nodes);
}

TEST(AlphaBeta, SameValueAndMoveInTicTacToe) { compare_alpha_beta(library_text("tictactoe"), 4, 70); }
TEST(AlphaBeta, SameValueAndMoveInConnectFour) { compare_alpha_beta(small_connect_four(5, 5), 4, 70); }
TEST(AlphaBeta, SameValueAndMoveInBreakthrough) { compare_alpha_beta(library_text("breakthrough-6x6"), 3, 70); }

TEST(RankedDepth, GoesDeeperInBreakthroughForTheSameStates) {
  const game::AnyEngine engine = circuit_engine(library_text("breakthrough"));
  MinimaxOptions options = kDeclared;
  options.alpha_beta = false;  // with it both go deeper and the ratio is smaller: 10 against 7
  const Thought uniform = make(engine, options)->think(RoleId{0}, {.states = 100'000});
  options.depth_rule = DepthRule::Ranked;
  const Thought ranked = make(engine, options)->think(RoleId{0}, {.states = 100'000});
  EXPECT_GE(2 * ranked.depth, 3 * uniform.depth) << ranked.depth << " against " << uniform.depth;
}

// --- more and fewer than two players, simultaneous moves, chance

TEST(ThreePlayers, ParanoidIsMaxMinMin) {
  const game::AnyEngine engine = circuit_engine(search::fixtures::kThreePlayerTree);
  const Thought paranoid = make(engine, {.paranoid = true})->think(RoleId{0}, {});
  EXPECT_EQ(paranoid.choice.value, 0U);
  EXPECT_EQ(paranoid.value[0], 45);
  EXPECT_EQ(paranoid.low[0], 45);
  EXPECT_EQ(paranoid.high[0], 100) << "the others may be kind";
  const Thought max_n = make(engine, {})->think(RoleId{0}, {});
  EXPECT_EQ(max_n.choice.value, 1U);
  EXPECT_THAT(max_n.value, ElementsAre(50, 60, 30));
  EXPECT_TRUE(max_n.proven());
}

TEST(Simultaneous, SerialisationIsPessimisticAndProvesNothingAbove) {
  for (const MinimaxOptions& options : {MinimaxOptions{}, kDeclared}) {
    const auto search = make(circuit_engine(library_text("rock-paper-scissors")), options);
    const Thought thought = search->think(RoleId{0}, {.states = 100'000});
    ASSERT_EQ(thought.moves.size(), 3U);
    EXPECT_THAT(thought.note, HasSubstr("serialised"));
    EXPECT_EQ(thought.high[0], 100);
  }
  // One round, where the ends are in reach.
  const char* round = R"((role a) (role b) (init start) (hand rock) (hand paper) (hand scissors)
    (beats rock scissors) (beats paper rock) (beats scissors paper)
    (<= (legal ?p ?h) (role ?p) (hand ?h) (true start)) (<= (next (shown ?p ?h)) (does ?p ?h))
    (<= terminal (true (shown a ?h))) (<= (other a b)) (<= (other b a))
    (<= (wins ?p) (other ?p ?q) (true (shown ?p ?x)) (true (shown ?q ?y)) (beats ?x ?y))
    (<= (goal ?p 100) (wins ?p)) (<= (goal ?p 0) (other ?p ?q) (wins ?q))
    (<= (goal ?p 50) (other ?p ?q) (not (wins ?p)) (not (wins ?q))))";
  for (const MinimaxOptions& options : {MinimaxOptions{}, kDeclared}) {
    const Thought thought = make(circuit_engine(round), options)->think(RoleId{0}, {});
    for (const MoveThought& move : thought.moves) {
      EXPECT_EQ(move.value, 0);
      EXPECT_EQ(move.high, 100);
    }
  }
}

TEST(Chance, IsAnExpectation) {
  const Thought thought = make(circuit_engine(search::fixtures::kCoin), {.assume_visible = true})->think(RoleId{0}, {});
  EXPECT_EQ(thought.value[0], 60);
  EXPECT_TRUE(thought.proven());
  EXPECT_THAT(thought.note, HasSubstr("assumed visible"));
  std::vector<double> values;
  for (const MoveThought& move : thought.moves) values.push_back(move.value);
  EXPECT_THAT(values, ::testing::UnorderedElementsAre(50, 60));
}

TEST(Minimax, StatesWithoutMovesOrGoalsAreLeaves) {
  const char* text = R"((role a) (init start) (<= (legal a go) (true start)) (<= (legal a stop) (true start))
    (<= (next dead) (does a go)) (<= (next end) (does a stop)) (<= terminal (true end)))";
  const Thought thought = make(circuit_engine(text), {})->think(RoleId{0}, {});
  EXPECT_EQ(thought.moves.size(), 2U);
  EXPECT_EQ(thought.value[0], kMiddle) << "the state without moves; the end without a goal is worth 0";
}

TEST(Minimax, RefusesWhatItCannotDo) {
  const game::AnyEngine engine = circuit_engine(library_text("tictactoe"));
  EXPECT_FALSE(make_minimax(engine, {.first_depth = 0}));
  EXPECT_FALSE(make_minimax(circuit_engine(search::fixtures::kCoin)));
  EXPECT_FALSE(mixed_evaluation({{-1, mobility_evaluation()}, {1, goal_evaluation()}}));
  EXPECT_FALSE(mixed_evaluation({{0, mobility_evaluation()}}));
}

// --- matches

std::vector<int> play_match(const game::AnyEngine& engine, Searcher* first, Searcher* second, Rng& rng) {
  auto scratch = engine.make_scratch();
  auto state = engine.initial_state(scratch);
  game::MoveBuffer legal;
  while (!engine.is_terminal(scratch, state)) {
    game::JointChoice choices;
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < 2; ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      Searcher* const player = r == 0 ? first : second;
      choices.push_back(player != nullptr && legal.size() > 1 ? player->think(RoleId{r}, {}).choice
                                                              : Choice{rng.below(static_cast<std::uint32_t>(legal.size()))});
      joint.push_back(legal[choices.back().index()]);
    }
    engine.apply(scratch, state, joint);
    for (Searcher* player : {first, second}) {
      if (player != nullptr) player->advance(choices);
    }
  }
  return {engine.goal(scratch, state, RoleId{0}), engine.goal(scratch, state, RoleId{1})};
}

TEST(Match, PerfectPlayersDrawTicTacToeAndNeverLoseToChance) {
  const game::AnyEngine engine = circuit_engine(library_text("tictactoe"));
  MinimaxOptions options = kDeclared;
  options.max_depth = 9;
  const auto a = make(engine, options);
  const auto b = make(engine, options);
  Rng rng(3);
  EXPECT_THAT(play_match(engine, a.get(), b.get(), rng), ElementsAre(50, 50));
  for (int i = 0; i < 100; ++i) {
    a->restart();
    b->restart();
    EXPECT_GE(play_match(engine, a.get(), nullptr, rng)[0], 50);
    EXPECT_GE(play_match(engine, nullptr, b.get(), rng)[1], 50);
  }
}

// --- constant sums

TEST(ConstantSum, IsProvedWhereItHoldsAndRefutedWhereNot) {
  const auto tictactoe = make_circuit(library_text("tictactoe"));
  EXPECT_EQ(sampled_sum(*tictactoe), 100);
  EXPECT_TRUE(prove_constant_sum(tictactoe->circuit(), 100));
  EXPECT_FALSE(prove_constant_sum(tictactoe->circuit(), 90));
  const auto dilemma = make_circuit(library_text("prisoners-dilemma"));
  EXPECT_EQ(sampled_sum(*dilemma), std::nullopt);
  EXPECT_FALSE(prove_constant_sum(dilemma->circuit(), 100));
  EXPECT_TRUE(prove_constant_sum(make_circuit(library_text("breakthrough-6x6"))->circuit(), 100));
}

}  // namespace
}  // namespace agon::search::minimax
