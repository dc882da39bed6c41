// The uniform playout policy, which needs no maker: the engine's own playout where it has one (no virtual call a step), else step
// by step.
#pragma once

#include "game/capabilities.h"
#include "search/mcts/playout/loop.h"

namespace agon::search::mcts {

template <game::Engine E>
class UniformPlayout final : public PlayoutPolicy<E> {
 public:
  using State = typename E::State;

  explicit UniformPlayout(const PlayoutSetup<E>& setup)
      : engine_(setup.engine),
        max_steps_(setup.options.max_steps),
        by_engine_(!setup.traced && setup.options.cutoff == 0),
        loop_(setup) {}

  [[nodiscard]] bool run(typename E::Scratch& scratch, Simulation<State>& sim, Rng& rng, const Budget& limits) override {
    if constexpr (game::PlayoutEngine<E>) {
      if (by_engine_) {
        const game::PlayoutResult result = engine_.playout(scratch, sim.state, rng, max_steps_);
        sim.steps = sim.states = result.steps;
        sim.ended = result.ended;
        for (std::size_t r = 0; r < sim.outcome.size(); ++r)
          sim.outcome[r] = result.ended ? std::max(0, result.goals[r]) / 100.0 : kCutOff;
        return true;
      }
    }
    return loop_.run(scratch, sim, rng, limits,
                     [&](RoleId, std::span<const MoveId> legal) { return rng.below(static_cast<std::uint32_t>(legal.size())); });
  }

 private:
  const E& engine_;
  std::uint32_t max_steps_;
  bool by_engine_;
  PlayoutLoop<E> loop_;
};

}  // namespace agon::search::mcts
