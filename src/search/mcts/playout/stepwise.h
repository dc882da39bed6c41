// The base of playout policies that choose move by move.
#pragma once

#include "search/mcts/playout/loop.h"

namespace agon::search::mcts {

template <game::Engine E>
class StepwisePlayout : public PlayoutPolicy<E> {
 public:
  using Scratch = typename E::Scratch;
  using State = typename E::State;

  explicit StepwisePlayout(const PlayoutSetup<E>& setup) : engine_(setup.engine), loop_(setup) {}

  [[nodiscard]] bool run(Scratch& scratch, Simulation<State>& sim, Rng& rng, const Budget& limits) final {
    return loop_.run(scratch, sim, rng, limits, [&](RoleId role, std::span<const MoveId> legal) {
      return choose(engine_, scratch, sim.state, role, legal, sim.trace, rng);
    });
  }

 protected:
  // Index of a legal move of the role, which has at least two and is not chance. The trace ends at the state; without
  // PlayoutSetup::traced it ends where the tree does.
  [[nodiscard]] virtual std::size_t choose(const E& engine, Scratch& scratch, const State& state, RoleId role,
                                           std::span<const MoveId> legal, const Trace& trace, Rng& rng) = 0;

 private:
  const E& engine_;
  PlayoutLoop<E> loop_;
};

}  // namespace agon::search::mcts
