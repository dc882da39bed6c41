// The abstract factory of evaluations: what options of a search hold, immutable and shared between threads.
//
// Searches are compiled for two kinds of engine (with_engine.h), and so is an evaluation: one virtual function for each. An
// evaluation that is a class template derives its maker from GenericEvaluationMaker:
//   struct LengthMaker final : GenericEvaluationMaker<LengthMaker> {
//     template <game::Engine E>
//     [[nodiscard]] std::unique_ptr<Evaluation<E>> make_for(const E&) const { return std::make_unique<LengthEvaluation<E>>(); }
//   };
#pragma once

#include <memory>

#include "engines/circuit/circuit_engine.h"
#include "game/any_engine.h"
#include "search/evaluation/evaluation.h"

namespace agon::search {

class EvaluationMaker {
 public:
  virtual ~EvaluationMaker() = default;
  // For one thread. The engine outlives the evaluation.
  [[nodiscard]] virtual std::unique_ptr<Evaluation<engines::CircuitEngine>> make(const engines::CircuitEngine& engine) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Evaluation<game::AnyEngine>> make(const game::AnyEngine& engine) const = 0;
};

template <class Derived>
class GenericEvaluationMaker : public EvaluationMaker {
 public:
  [[nodiscard]] std::unique_ptr<Evaluation<engines::CircuitEngine>> make(const engines::CircuitEngine& engine) const final {
    return static_cast<const Derived&>(*this).make_for(engine);
  }
  [[nodiscard]] std::unique_ptr<Evaluation<game::AnyEngine>> make(const game::AnyEngine& engine) const final {
    return static_cast<const Derived&>(*this).make_for(engine);
  }
};

}  // namespace agon::search
