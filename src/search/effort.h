// The effort of a depth-first search (nodes, states, depth) against its budget. A search in mid-recursion that has to stop throws
// Interrupted and is caught where it started; nothing else unwinds that way.
#pragma once

#include <cstdint>

#include "search/searcher.h"

namespace agon::search {

struct Interrupted {};

struct Effort {
  Effort() = default;
  explicit Effort(const Budget& limit) : budget(limit) {}

  Budget budget;
  std::uint64_t nodes = 0;
  std::uint64_t states = 0;  // made by a move
  std::uint32_t depth = 0;   // of the deepest node

  void visit(std::uint32_t ply) {
    ++nodes;
    if (ply > depth) depth = ply;
    look();
  }
  void make_state() {
    if (states >= budget.states) throw Interrupted{};
    ++states;
    look();
  }

 private:
  // The clock is read once in a while: it costs as much as a step of a small game.
  void look() {
    if (++looks_ % kPatience == 0 && (budget.stopped() || budget.late())) throw Interrupted{};
  }
  static constexpr std::uint32_t kPatience = 32;
  std::uint32_t looks_ = 0;
};

}  // namespace agon::search
