// Dispatch from a type-erased engine to the type that searches are compiled for: the circuit engine, whose speed is worth it, and
// any engine.
#pragma once

#include "engines/circuit/circuit_engine.h"
#include "game/any_engine.h"

namespace agon::search {

// Calls use(std::shared_ptr<const E>) with the circuit engine where it is one, else with the AnyEngine itself.
template <class Use>
auto with_engine(const game::AnyEngine& engine, Use&& use) {
  if (const auto circuit = engine.as<engines::CircuitEngine>()) return use(circuit);
  return use(std::make_shared<const game::AnyEngine>(engine));
}

}  // namespace agon::search
