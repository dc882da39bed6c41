// Options of the single-player planner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "game/facts.h"

namespace agon::search::plan {

struct PlanOptions {
  std::size_t memory_bytes = std::size_t{1} << 30U;  // of all strategies together; each gets an equal part
  std::uint64_t seed = 1;
  std::shared_ptr<const game::SymmetryGroup> symmetry = nullptr;  // of states: one of each class of symmetric ones is looked at
  std::uint64_t slice_states = 1'000;  // made by a strategy before the next one has its turn; grows from round to round
  // Which strategies take part.
  bool breadth_first = true;
  bool novelty = true;
  bool relaxed = true;  // needs the circuit engine
  bool beam = true;
  bool depth_first = true;
  bool nested = true;
  bool satisfiability = true;  // needs the circuit engine
};

}  // namespace agon::search::plan
