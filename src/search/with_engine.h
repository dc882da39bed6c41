// From the one type for all engines to the engine inside: searches are templates, compiled for the engines that are worth it.
#pragma once

#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "game/any_engine.h"

namespace agon::search {

// Calls use(std::shared_ptr<const E>) with the engine inside where it is one of ours, else with the AnyEngine itself.
template <class Use>
auto with_engine(const game::AnyEngine& engine, Use&& use) {
  if (const auto circuit = engine.as<engines::CircuitEngine>()) return use(circuit);
  if (const auto chainer = engine.as<engines::Chainer>()) return use(chainer);
  if (const auto prover = engine.as<engines::Prover>()) return use(prover);
  return use(std::make_shared<const game::AnyEngine>(engine));
}

}  // namespace agon::search
