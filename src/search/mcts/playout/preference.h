// What a playout policy thinks of moves, for the tree: Gorgon's band, ties among untried moves, and the final choice by knowledge.
#pragma once

#include <cstddef>
#include <span>

#include "base/ids.h"
#include "base/rng.h"
#include "search/mcts/playout/trace.h"

namespace agon::search::mcts {

class MovePreference {
 public:
  virtual ~MovePreference() = default;
  // How good the move is for the role at the end of the trace, 0..100.
  [[nodiscard]] virtual double score(std::size_t role, MoveId move, const Trace& trace) = 0;
  // Index of one of the moves, as the policy would choose among them in a playout.
  [[nodiscard]] virtual std::size_t choose(std::size_t role, std::span<const MoveId> moves, const Trace& trace, Rng& rng) = 0;
};

}  // namespace agon::search::mcts
