// Searches with symmetries and without them must agree on every value, and those with them must look at less.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "play/strategy/players.h"
#include "search/mcts/make_mcts.h"
#include "search/minimax/minimax.h"
#include "search/minimax/proof_number.h"
#include "search/minimax/solve.h"
#include "search/plan/planner.h"
#include "search/symmetry/state_keys.h"
#include "search/symmetry/worth.h"
#include "tests/symmetry/games.h"

namespace agon::symmetry_tests {
namespace {

using engines::CircuitEngine;
using search::Thought;

// All reachable states, or one of each class.
std::size_t count_states(const SymmetricGame& game, const game::SymmetryGroup* group) {
  const CircuitEngine& engine = *game.circuit;
  const search::StateKeys<CircuitEngine> keys(engine, group);
  auto scratch = engine.make_scratch();
  std::set<std::vector<std::uint64_t>> seen;
  std::deque<CircuitEngine::State> open;
  const auto reach = [&](CircuitEngine::State state) {
    keys.to_representative(state);
    if (seen.insert({state.words.begin(), state.words.end()}).second) open.push_back(state);
  };
  reach(engine.initial_state(scratch));
  search::minimax::Deciders deciders;
  std::vector<MoveId> joint;
  while (!open.empty()) {
    const CircuitEngine::State state = open.front();
    open.pop_front();
    if (engine.is_terminal(scratch, state)) continue;
    deciders.find(engine, scratch, state, RoleId{0});
    deciders.first_moves(joint);
    const std::size_t role = deciders.order.empty() ? 0 : deciders.order[0].index();
    for (const MoveId move : deciders.legal[role]) {
      joint[role] = move;
      CircuitEngine::State next = state;
      engine.apply(scratch, next, joint);
      reach(next);
    }
  }
  return seen.size();
}

TEST(SymmetrySearch, TicTacToeHas765ClassesOf5478States) {
  const SymmetricGame game = make_game(library_text("tictactoe"));
  EXPECT_EQ(count_states(game, nullptr), 5478U);
  EXPECT_EQ(count_states(game, game.group.get()), 765U);
}

TEST(SymmetrySearch, ExactValuesStayWhatTheyAre) {
  for (const char* name : {"tictactoe", "tictactoe-misere", "number-scrabble"}) {
    const SymmetricGame game = make_game(library_text(name));
    const search::minimax::Solution plain = search::minimax::solve_exactly(game.engine, {.max_states = 200'000});
    const search::minimax::Solution less =
        search::minimax::solve_exactly(game.engine, {.max_states = 200'000, .symmetry = game.group});
    ASSERT_EQ(plain.status, search::minimax::Solution::Status::Solved) << name;
    EXPECT_EQ(plain.value, less.value) << name;
    EXPECT_EQ(plain.moves, less.moves) << name;
    EXPECT_LT(less.states * 2, plain.states) << name;
  }
}

// Larger boards gain more: symmetry_slow_test.
TEST(SymmetrySearch, ProofNumberSearchNeedsFewerNodes) {
  for (const auto& [text, part] : {std::pair{library_text("tictactoe"), 0.3}, {connect_four(4, 4), 0.7}}) {
    const SymmetricGame game = make_game(text);
    const auto plain = search::minimax::solve_by_proof(game.engine, RoleId{0});
    const auto less = search::minimax::solve_by_proof(game.engine, RoleId{0}, {.symmetry = game.group});
    EXPECT_TRUE(less.exact());
    EXPECT_EQ(less.low, plain.low);
    EXPECT_LE(static_cast<double>(less.nodes), part * static_cast<double>(plain.nodes));
  }
}

// Plays along the principal variation; false if a move in it is not legal.
bool is_playable(const SymmetricGame& game, const std::vector<game::JointChoice>& line) {
  auto scratch = game.circuit->make_scratch();
  auto state = game.circuit->initial_state(scratch);
  game::MoveBuffer legal;
  for (const game::JointChoice& choices : line) {
    if (game.circuit->is_terminal(scratch, state)) return false;
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < choices.size(); ++r) {
      game.circuit->legal_moves(scratch, state, RoleId{r}, legal);
      if (choices[r].index() >= legal.size()) return false;
      joint.push_back(legal[choices[r].index()]);
    }
    game.circuit->apply(scratch, state, joint);
  }
  return true;
}

TEST(SymmetrySearch, MinimaxAgreesOnEveryMove) {
  using search::minimax::ConstantSum;
  using search::minimax::MinimaxOptions;
  for (const auto& [text, depth] :
       {std::pair{library_text("tictactoe"), 9U}, {connect_four(4, 4), 6U}, {library_text("breakthrough-5x5"), 3U}}) {
    const SymmetricGame game = make_game(text);
    // Without cuts every move of the root has its exact value.
    for (const bool cuts : {false, true}) {
      MinimaxOptions options{.constant_sum = ConstantSum::Declared, .alpha_beta = cuts, .max_depth = depth};
      const Thought plain = (*search::minimax::make_minimax(game.engine, options))->think(RoleId{0}, {});
      options.symmetry = game.group;
      const Thought less = (*search::minimax::make_minimax(game.engine, options))->think(RoleId{0}, {});
      EXPECT_EQ(plain.value, less.value);
      EXPECT_EQ(plain.low, less.low);
      EXPECT_EQ(plain.high, less.high);
      EXPECT_LT(less.states, plain.states);
      EXPECT_TRUE(is_playable(game, less.line));
      EXPECT_FALSE(less.line.empty());
      if (cuts) continue;
      for (std::size_t i = 0; i < plain.moves.size(); ++i) EXPECT_EQ(plain.moves[i].value, less.moves[i].value);
    }
  }
}

// Table 8.1 and acceptance 8.5: with one mirror the states fall towards a half, and never below.
TEST(SymmetrySearch, ConnectFourToDepthSixFallsTowardsOneHalf) {
  const SymmetricGame game = make_game(library_text("connectfour-7x6"));
  search::minimax::MinimaxOptions options{
      .constant_sum = search::minimax::ConstantSum::Declared, .alpha_beta = false, .first_depth = 6, .max_depth = 6};
  const Thought plain = (*search::minimax::make_minimax(game.engine, options))->think(RoleId{0}, {});
  options.symmetry = game.group;
  const Thought less = (*search::minimax::make_minimax(game.engine, options))->think(RoleId{0}, {});
  const double ratio = static_cast<double>(less.states) / static_cast<double>(plain.states);
  EXPECT_GE(ratio, 0.5);
  EXPECT_LE(ratio, 0.6);
  EXPECT_EQ(plain.value, less.value);
}

TEST(SymmetrySearch, TreeSearchThinksOfTheMovesOfTheMatch) {
  for (const char* name : {"tictactoe", "connectfour-suicide", "breakthrough-5x5", "rock-paper-scissors", "y"}) {
    const SymmetricGame game = make_game(library_text(name));
    search::mcts::Options options;
    options.symmetry = game.group;
    options.memory_bytes = std::size_t{32} << 20U;
    const auto search = *search::make_mcts(game.engine, nullptr, options);
    auto scratch = game.circuit->make_scratch();
    auto state = game.circuit->initial_state(scratch);
    game::MoveBuffer legal;
    bool first = true;
    while (!game.circuit->is_terminal(scratch, state)) {
      std::vector<Thought> thoughts;
      std::vector<MoveId> joint;
      game::JointChoice choices;
      for (std::uint32_t r = 0; r < game.engine.info().role_count(); ++r) {
        const Thought thought = search->think(RoleId{r}, {.iterations = 50});
        game.circuit->legal_moves(scratch, state, RoleId{r}, legal);
        ASSERT_EQ(thought.moves.size(), legal.size()) << name;
        ASSERT_LT(thought.choice.index(), legal.size()) << name;
        if (first) {
          EXPECT_FALSE(thought.line.empty()) << name;
          EXPECT_TRUE(is_playable(game, thought.line)) << name;
          first = false;
        }
        choices.push_back(thought.choice);
        joint.push_back(legal[thought.choice.index()]);
      }
      game.circuit->apply(scratch, state, joint);
      search->advance(choices);
    }
  }
}

TEST(SymmetrySearch, TreeSearchHasFewerNodesAndTheSameProof) {
  const SymmetricGame game = make_game(library_text("tictactoe"));
  search::mcts::Options options;
  options.constant_sum = 1.0;
  options.memory_bytes = std::size_t{32} << 20U;
  const Thought plain = (*search::make_mcts(game.engine, nullptr, options))->think(RoleId{0}, {.iterations = 100'000});
  options.symmetry = game.group;
  const Thought less = (*search::make_mcts(game.engine, nullptr, options))->think(RoleId{0}, {.iterations = 100'000});
  EXPECT_TRUE(plain.proven());
  EXPECT_TRUE(less.proven());
  EXPECT_EQ(plain.value, less.value);
  EXPECT_LE(less.nodes, 765U);
  EXPECT_LT(less.nodes * 2, plain.nodes);
  for (const int corner : {2, 6, 8}) EXPECT_EQ(less.moves[0].value, less.moves[static_cast<std::size_t>(corner)].value);
}

TEST(SymmetrySearch, PlansAreFoundAndPlayed) {
  for (const char* name : {"peg-solitaire-triangle", "queens-8", "river-crossing"}) {
    const SymmetricGame game = make_game(library_text(name));
    const auto planner = *search::plan::make_planner(game.engine, {.symmetry = game.group});
    const Thought thought = planner->think(RoleId{0}, {.states = 500'000});
    EXPECT_EQ(thought.low[0], 100) << name;
    EXPECT_TRUE(is_playable(game, thought.line)) << name;
  }
}

TEST(SymmetrySearch, TheTriangleOfPegsHasSixImages) {
  const SymmetricGame game = make_game(library_text("peg-solitaire-triangle"));
  const CircuitEngine& engine = *game.circuit;
  EXPECT_LT(count_states(game, game.group.get()) * 10, count_states(game, nullptr) * 6);
  EXPECT_EQ(search::StateKeys<CircuitEngine>(engine, game.group.get()).images()->size(), 6U);
}

TEST(SymmetrySearch, IsASettingOfStrategies) {
  for (const char* text : {"minimax(symmetry=off, depth=3)", "mcts(symmetry=on)", "plan(symmetry=off)", "mcts(symmetry=no)"})
    EXPECT_TRUE(play::check_strategy(text)) << text;
  EXPECT_FALSE(play::check_strategy("minimax(symmetry=perhaps)"));
}

TEST(SymmetrySearch, AGameWithoutSymmetriesPaysNothing) {
  const SymmetricGame game = make_game(library_text("nim"));
  EXPECT_EQ(search::Images::make(game.group.get(), *game.circuit->circuit().program), nullptr);
  EXPECT_EQ(search::Images::make(nullptr, *game.circuit->circuit().program), nullptr);
}

TEST(SymmetrySearch, ExchangesOfRolesAreNoSymmetriesOfStates) {
  const SymmetricGame game = make_game(library_text("tictactoe"));
  EXPECT_EQ(search::Images::make(&game.found.all.value, *game.circuit->circuit().program), nullptr);
}

TEST(SymmetryWorth, IsSwitchedOffWhenItOnlyCosts) {
  search::SymmetryWorth idle(128);
  std::uint64_t probes = 0;
  while (idle.probe()) ++probes;
  EXPECT_FALSE(idle.on());
  EXPECT_GT(probes, 1'000U);
  search::SymmetryWorth useful(128);
  useful.searched(0, 10);
  for (int i = 0; i < 1'000'000; ++i) {
    useful.probe();
    if (i % 10 == 0) useful.saved(0);
  }
  EXPECT_TRUE(useful.on());
  EXPECT_FALSE(search::SymmetryWorth(0).on());
}

}  // namespace
}  // namespace agon::symmetry_tests
