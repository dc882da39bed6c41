// Endings of Breakthrough on a board of 5 by 5: four searches that share no code but the engine's contract must come to one value,
// and say that it is proved. The reference walks through all states on the prover, so that a fault of the circuit shows as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mcts/mcts.h"
#include "search/minimax/minimax.h"
#include "search/minimax/proof_number.h"
#include "search/minimax/solve.h"
#include "search/test_games.h"

namespace agon::search {
namespace {

using engines::CircuitEngine;
using engines::Prover;

struct Ending {
  const char* name;
  std::vector<const char*> moves;  // from square to square, White begins
  double white;                    // the goal of White under best play
};

// Some of the moves keep the result and most give it away.
const std::vector<Ending>& endings() {
  static const std::vector<Ending> kEndings = {
      {"white to move and win",
       {"3 2 2 3", "1 4 2 3", "4 2 3 3", "4 4 3 3", "5 1 4 2", "2 3 1 2", "2 1 1 2", "3 4 4 3", "2 2 2 3", "3 3 2 2",
        "1 1 2 2", "4 5 3 4", "1 2 1 3", "2 4 1 3", "4 2 3 3", "1 3 1 2", "2 3 2 4", "3 4 2 3", "4 1 3 2", "4 3 5 2",
        "3 1 4 2", "1 5 2 4", "3 3 3 4", "2 4 1 3", "4 2 5 3", "5 5 4 4", "3 2 2 3", "2 5 2 4"},
       100},
      {"the same after a wrong move",
       {"3 2 2 3", "1 4 2 3", "4 2 3 3", "4 4 3 3", "5 1 4 2", "2 3 1 2", "2 1 1 2", "3 4 4 3", "2 2 2 3", "3 3 2 2",
        "1 1 2 2", "4 5 3 4", "1 2 1 3", "2 4 1 3", "4 2 3 3", "1 3 1 2", "2 3 2 4", "3 4 2 3", "4 1 3 2", "4 3 5 2",
        "3 1 4 2", "1 5 2 4", "3 3 3 4", "2 4 1 3", "4 2 5 3", "5 5 4 4", "3 2 2 3", "2 5 2 4", "2 3 1 4"},
       0},
      {"black to move and win",
       {"2 2 3 3", "1 4 2 3", "2 1 2 2", "2 3 3 2", "5 2 4 3", "1 5 1 4", "2 2 2 3", "5 4 4 3", "4 1 3 2",
        "2 4 1 3", "2 3 3 4", "2 5 2 4", "3 3 4 4", "4 3 3 2", "5 1 5 2", "4 5 3 4", "5 2 5 3", "5 5 5 4",
        "3 1 2 2", "3 5 4 4", "5 3 4 4", "5 4 5 3", "1 2 2 3", "2 4 3 3", "4 2 5 3", "1 4 2 3", "5 3 5 4"},
       0},
      {"half of the moves win",
       {"3 2 2 3", "2 4 1 3", "5 2 5 3", "3 5 2 4", "4 1 3 2", "3 4 4 3", "2 2 1 3", "4 4 5 3", "3 1 2 2",
        "2 4 3 3", "3 2 4 3", "4 5 4 4", "5 1 5 2", "1 4 2 3", "4 2 5 3", "1 5 2 4", "2 2 3 3", "2 5 3 4",
        "4 3 3 4", "4 4 3 3", "1 3 2 4", "5 4 4 3", "1 2 1 3", "5 5 5 4", "5 2 4 3", "3 3 2 2"},
       100},
  };
  return kEndings;
}

// The end of a line, and the way there as searches are told of it.
template <game::Engine E>
struct Reached {
  typename E::State state;
  std::vector<game::JointChoice> choices;
  RoleId to_move;
};

template <game::Engine E>
Reached<E> reach(const E& engine, const Ending& ending) {
  auto scratch = engine.make_scratch();
  Reached<E> reached{engine.initial_state(scratch), {}, RoleId{static_cast<std::uint32_t>(ending.moves.size() % 2)}};
  for (std::size_t ply = 0; ply < ending.moves.size(); ++ply) {
    const std::string wanted = std::string("(move ") + ending.moves[ply] + ")";
    game::JointChoice choices(2);
    std::vector<MoveId> joint(2);
    for (std::uint32_t r = 0; r < 2; ++r) {
      game::MoveBuffer legal;
      engine.legal_moves(scratch, reached.state, RoleId{r}, legal);
      const auto found =
          std::ranges::find_if(legal, [&](MoveId m) { return engine.terms().text(engine.move_term(RoleId{r}, m)) == wanted; });
      EXPECT_TRUE(r != ply % 2 || found != legal.end()) << ending.name << ": " << wanted;
      if (found != legal.end()) choices[r] = Choice{static_cast<std::uint32_t>(found - legal.begin())};
      joint[r] = legal[choices[r].index()];
    }
    engine.apply(scratch, reached.state, joint);
    reached.choices.push_back(choices);
  }
  return reached;
}

class Endings : public ::testing::TestWithParam<Ending> {
 protected:
  static std::shared_ptr<const CircuitEngine> circuit() {
    static const auto kEngine = search::fixtures::make_circuit(search::fixtures::library_text("breakthrough-5x5"));
    return kEngine;
  }
  // Proved, and to the right value.
  void expect_proof(Searcher& search) {
    const Reached<CircuitEngine> reached = reach(*circuit(), GetParam());
    for (const auto& choices : reached.choices) search.advance(choices);
    Budget budget;
    budget.states = 3'000'000;
    const Thought thought = search.think(reached.to_move, budget);
    EXPECT_TRUE(thought.proven());
    EXPECT_EQ(thought.value[0], GetParam().white);
    EXPECT_EQ(thought.value[1], 100 - GetParam().white);
  }
};

TEST_P(Endings, ExhaustiveSolverOnTheProver) {
  const auto prover = *Prover::create(search::fixtures::read_rules_text(search::fixtures::library_text("breakthrough-5x5")));
  const auto solution = minimax::ExactSolver<Prover>(*prover, {}).solve(reach(*prover, GetParam()).state);
  ASSERT_EQ(solution.status, minimax::Solution::Status::Solved);
  EXPECT_EQ(solution.value[0], GetParam().white);
}

TEST_P(Endings, ProofNumbers) {
  const Reached<CircuitEngine> reached = reach(*circuit(), GetParam());
  minimax::ProofNumberSearch<CircuitEngine> search(*circuit(), {});
  const auto answer = [](bool yes) { return yes ? minimax::Answer::Yes : minimax::Answer::No; };
  EXPECT_EQ(search.at_least(reached.state, RoleId{0}, 100), answer(GetParam().white == 100));
  EXPECT_EQ(search.at_least(reached.state, RoleId{1}, 100), answer(GetParam().white == 0));
}

TEST_P(Endings, AlphaBeta) {
  const game::AnyEngine engine("circuit", circuit());
  const auto search = minimax::make_minimax(engine, {.constant_sum = minimax::ConstantSum::Declared});
  ASSERT_TRUE(search);
  expect_proof(**search);
}

TEST_P(Endings, TreeSearch) {
  mcts::Options options;
  options.memory_bytes = std::size_t{64} << 20U;
  options.constant_sum = 1;
  mcts::Mcts<CircuitEngine> search(circuit(), nullptr, options);
  expect_proof(search);
}

INSTANTIATE_TEST_SUITE_P(Breakthrough5x5, Endings, ::testing::ValuesIn(endings()), [](const auto& ending) {
  std::string name = ending.param.name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

}  // namespace
}  // namespace agon::search
