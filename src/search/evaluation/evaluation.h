// Heuristic evaluation of a state that is not terminal: one interface for the leaves of a depth-limited search, the cut-off of
// playouts and the prior of moves in the tree.
//
// Values are expected goals, 0..100 for every role; they need not add up to anything, so a search never derives one role's value
// from another's. An evaluation belongs to one thread and may keep room to work in; what threads share is its maker (maker.h).
#pragma once

#include <span>

#include "game/engine.h"

namespace agon::search {

inline constexpr double kMiddle = 50;  // the value of a state of which nothing is known

template <game::Engine E>
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  // Fills a value for each role. One virtual call a leaf is nothing beside the questions a leaf asks its engine.
  virtual void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) = 0;
};

}  // namespace agon::search
