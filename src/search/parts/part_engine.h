// A sub-game as a game of its own: the engine of one part of a decomposition, and how its states and moves stand to those of the
// whole game.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "engines/circuit/circuit_engine.h"
#include "ground/restrict.h"

namespace agon::search::parts {

class PartEngine {
 public:
  using Engine = engines::CircuitEngine;

  // Goal i of the part's first role is its outcome i: at most 100.
  static constexpr std::size_t kMaxOutcomes = 100;
  static Result<PartEngine> create(const ground::GroundProgram& program, const ground::Decomposition& decomposition,
                                   std::size_t part, ground::PartGame game);

  [[nodiscard]] const Engine& engine() const { return *engine_; }
  [[nodiscard]] const std::shared_ptr<const Engine>& shared_engine() const { return engine_; }
  // The part of a state of the whole game.
  [[nodiscard]] Engine::State project(const Engine::State& whole) const;
  // Writes the part's fluents into a state of the whole game.
  void write(const Engine::State& part, Engine::State& whole) const;
  // The move of the whole program that stands for a move of this engine.
  [[nodiscard]] std::uint32_t move_of(MoveId move) const { return moves_[move.index()]; }
  // It looks at shared fluents.
  [[nodiscard]] bool looks_at_shared() const { return looks_at_shared_; }

 private:
  ground::RestrictedProgram restricted_;
  std::vector<std::uint32_t> moves_;
  std::shared_ptr<const Engine> engine_;
  bool looks_at_shared_ = false;
};

// The phase of a state of the whole game.
[[nodiscard]] inline std::uint32_t phase_of(const ground::Decomposition& decomposition,
                                            const engines::CircuitEngine::State& whole) {
  return decomposition.phase_of([&](std::uint32_t fluent) { return ((whole.words[fluent / 64] >> (fluent % 64)) & 1U) != 0; });
}

}  // namespace agon::search::parts
