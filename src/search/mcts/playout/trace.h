// The joint moves of one simulation, from the root of the tree to the end of its playout, and where the tree ended.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"

namespace agon::search::mcts {

struct Trace {
  std::size_t roles = 1;
  std::vector<MoveId> moves;   // one joint move after the other
  std::size_t tree_steps = 0;  // of these made in the tree

  explicit Trace(std::size_t role_count) : roles(role_count) {}
  void clear() {
    moves.clear();
    tree_steps = 0;
  }
  [[nodiscard]] std::size_t steps() const { return moves.size() / roles; }
  [[nodiscard]] MoveId move(std::size_t step, std::size_t role) const { return moves[step * roles + role]; }
  void add(std::span<const MoveId> joint) { moves.insert(moves.end(), joint.begin(), joint.end()); }
};

}  // namespace agon::search::mcts
