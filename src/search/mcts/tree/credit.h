// All-moves-as-first statistics (RAVE) and regrets: credit for moves that a simulation did not choose at a node, but made later or
// could have made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/mcts/playout/trace.h"
#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

// All-moves-as-first statistics. Precondition of `add`: nodes have extras.
class RaveCredit {
 public:
  explicit RaveCredit(std::size_t roles) : stamps_(roles) {}
  void add(std::span<Node* const> path, const Trace& trace, std::span<const double> values);

 private:
  std::uint32_t stamp_ = 0;
  std::vector<std::vector<std::uint32_t>> stamps_;  // per role and move: the last simulation that made it
};

// What each other move would have brought against the same moves of the others, as far as it is known.
void add_regrets(const Tree& tree, Node* n, std::span<const Choice> joint, std::span<const double> values);

}  // namespace agon::search::mcts
