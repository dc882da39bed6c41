// The playout policy (default policy, simulation strategy): how a simulation goes on beyond the tree, and what it learns there.
//
// A policy belongs to one thread. Most choose move by move and derive from StepwisePlayout (stepwise.h); their makers are what the
// options hold (maker.h).
#pragma once

#include <span>

#include "base/rng.h"
#include "game/engine.h"
#include "search/mcts/playout/preference.h"
#include "search/mcts/playout/simulation.h"
#include "search/searcher.h"

namespace agon::search::mcts {

template <game::Engine E>
class PlayoutPolicy {
 public:
  virtual ~PlayoutPolicy() = default;

  // Plays on from sim.state, which is not terminal, and fills outcome, steps, states and ended; the search discounts. The moves
  // join the trace if the policy was told so (PlayoutSetup::traced). False if the time was up before the end.
  [[nodiscard]] virtual bool run(typename E::Scratch& scratch, Simulation<typename E::State>& sim, Rng& rng,
                                 const Budget& limits) = 0;

  // A simulation was backed up: all its moves, in the tree and beyond, and what it was worth, per role on the goal scale.
  virtual void learn(const Trace& /*trace*/, std::span<const double> /*goals*/) {}
  // A step of the real match was made.
  virtual void on_match_step() {}
  // A new match begins.
  virtual void clear() {}
  // Null: it has no opinion on moves.
  [[nodiscard]] virtual MovePreference* preference() { return nullptr; }
};

}  // namespace agon::search::mcts
