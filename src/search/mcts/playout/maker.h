// The abstract factory of playout policies: what the options of a search hold, immutable and shared between threads.
//
// Searches are compiled for two kinds of engine (with_engine.h), so there is one virtual function for each; a policy that is a
// class template answers both with one line. Makers are defined in .cpp files of this room or one that is compiled for speed: the
// loop of the playouts is instantiated there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/circuit.h"
#include "engines/circuit/circuit_engine.h"
#include "game/any_engine.h"
#include "search/mcts/options.h"
#include "search/mcts/playout/policy.h"

namespace agon::search::mcts {

// What a policy has to know about the search it plays for.
template <game::Engine E>
struct PlayoutSetup {
  const E& engine;                                   // outlives the policy
  const Playout& options;                            // for all policies alike; read when the policy is made
  bool traced = false;                               // somebody wants to know which moves were made
  std::size_t memory_bytes = std::size_t{1} << 30U;  // for what the policy learns

  [[nodiscard]] std::size_t roles() const { return engine.info().role_count(); }
};

class PlayoutMaker {
 public:
  virtual ~PlayoutMaker() = default;
  [[nodiscard]] virtual std::unique_ptr<PlayoutPolicy<engines::CircuitEngine>> make(
      const PlayoutSetup<engines::CircuitEngine>& setup) const = 0;
  [[nodiscard]] virtual std::unique_ptr<PlayoutPolicy<game::AnyEngine>> make(const PlayoutSetup<game::AnyEngine>& setup) const = 0;

  // It learns from, or chooses by, the moves made before.
  [[nodiscard]] virtual bool needs_trace() const { return false; }
  // Its playouts stop at Playout::cutoff.
  [[nodiscard]] virtual bool stops_early() const { return true; }
  // Its policies have a preference().
  [[nodiscard]] virtual bool has_preference() const { return false; }
  // A policy that weighs moves whatever the state can play in bit lanes: the weight of each move of the circuit, 0 to
  // 2^weight_bits - 1 of the lanes. Empty: it needs one state at a time. In lanes a policy learns nothing.
  [[nodiscard]] virtual std::vector<std::uint32_t> lane_weights(const circuit::Circuit& /*circuit*/) const { return {}; }
};

}  // namespace agon::search::mcts
