// Lanes play whole matches and show no state, so they cannot walk in lockstep. What they say about random play is compared with the
// circuit engine's playouts: length, ends, goals, from the initial state and from states in the middle of matches; and exactly in
// terminal states, where a playout is over at once.
#pragma once

#include <chrono>
#include <string>

#include "engines/circuit/circuit_engine.h"
#include "engines/lanes/lanes.h"

namespace agon::lab {

struct LanesCheckOptions {
  std::uint64_t seed = 1;
  std::chrono::duration<double> time{1};  // of the circuit engine's playouts; lanes take about as long at most
  std::uint64_t playouts = 2'000;         // of the circuit engine, at most
  std::uint32_t starts = 24;              // states in the middle of matches
  double errors = 6;                      // standard errors that are too many: two false alarms in a billion comparisons
};

struct LanesReport {
  std::uint64_t playouts = 0;    // of lanes
  std::uint64_t references = 0;  // of the circuit engine
  std::uint64_t terminals = 0;   // states whose goals were compared exactly
  std::string what;              // the first difference in words; empty if there is none
};

// Both on the same circuit.
[[nodiscard]] LanesReport check_lanes(const engines::Lanes& lanes, const engines::CircuitEngine& engine,
                                      const LanesCheckOptions& options = {});

}  // namespace agon::lab
