#include "search/mcts/tree/fan.h"

#include <gtest/gtest.h>

namespace agon::search::mcts {
namespace {

struct State {
  std::vector<std::uint64_t> words;
  [[nodiscard]] auto& cells() { return words; }
  [[nodiscard]] const auto& cells() const { return words; }
};

Node* add_node(Tree& tree, std::uint64_t number, std::uint32_t moves) {
  const std::vector<std::vector<MoveId>> legal{std::vector<MoveId>(moves, MoveId{0}), std::vector<MoveId>(1, MoveId{0})};
  return tree.create(number, std::as_bytes(std::span(&number, 1)), legal, true);
}

struct Way {
  Tree tree{std::size_t{1} << 20U, false};
  Node* above = add_node(tree, 1, 3);
  Node* below = add_node(tree, 2, 20);
  Simulation<State> sim{2};
  Options options;
  Rng rng{1};

  // From the second move of the node above, which was never tried, to the one below.
  Way() {
    sim.path.push_back(above);
    sim.joints = {Choice{1}, Choice{0}};
    ++above->virtual_loss;
    ++above->actions(0)[1].virtual_loss;
    --above->role(0).untried;
  }
};

TEST(Fan, HoldsTheWayForAllItsMoves) {
  Way way;
  take_fan(way.sim, way.below, 2, way.options, way.rng);
  EXPECT_EQ(way.sim.fan.size(), 8U);
  EXPECT_EQ(way.below->virtual_loss, 8U);
  EXPECT_EQ(way.below->role(0).untried, 12U);
  EXPECT_EQ(way.above->virtual_loss, 8U);
  EXPECT_EQ(way.above->actions(0)[1].virtual_loss, 8U);
  EXPECT_EQ(way.above->role(0).untried, 2U);
}

TEST(Fan, LeavesNoTraceWhenItIsGivenUp) {
  Way way;
  take_fan(way.sim, way.below, 2, way.options, way.rng);
  give_up(way.sim, 2);
  for (Node* const n : {way.above, way.below}) {
    EXPECT_EQ(n->virtual_loss, 0U);
    EXPECT_EQ(n->role(0).untried, n->role(0).actions);
    for (const Action& action : n->actions(0)) EXPECT_EQ(action.virtual_loss, 0U);
  }
}

TEST(Fan, GivesUpASingleSimulationToo) {
  Way way;
  way.above->actions(0)[1].visits = 1;  // somebody else has tried it meanwhile
  give_up(way.sim, 2);
  EXPECT_EQ(way.above->virtual_loss, 0U);
  EXPECT_EQ(way.above->actions(0)[1].virtual_loss, 0U);
  EXPECT_EQ(way.above->role(0).untried, 2U);
}

}  // namespace
}  // namespace agon::search::mcts
