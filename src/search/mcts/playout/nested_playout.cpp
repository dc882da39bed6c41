#include "search/mcts/playout/nested_playout.h"

#include <algorithm>

namespace agon::search::mcts {
namespace {

template <game::Engine E>
class NestedPlayout final : public PlayoutPolicy<E> {
 public:
  NestedPlayout(const PlayoutSetup<E>& setup, const NestedPlayoutOptions& options)
      : engine_(setup.engine),
        level_(options.level),
        nested_{.discount = options.discount, .pruning = options.pruning, .max_steps = setup.options.max_steps} {}

  [[nodiscard]] bool run(typename E::Scratch& scratch, Simulation<typename E::State>& sim, Rng& rng,
                         const Budget& limits) override {
    NestedPlayer<E> player(engine_, scratch, nested_, &limits);
    const auto out = player.playout(sim.state, level_, rng.next());
    sim.steps = out.depth;
    sim.states = player.states();
    if (player.interrupted()) return false;
    sim.ended = out.ended;
    std::ranges::copy(out.values, sim.outcome.begin());
    return true;
  }

 private:
  const E& engine_;
  unsigned level_;
  NestedOptions nested_;
};

}  // namespace

std::unique_ptr<PlayoutPolicy<engines::CircuitEngine>> NestedPlayoutMaker::make(
    const PlayoutSetup<engines::CircuitEngine>& setup) const {
  return std::make_unique<NestedPlayout<engines::CircuitEngine>>(setup, options_);
}

std::unique_ptr<PlayoutPolicy<game::AnyEngine>> NestedPlayoutMaker::make(const PlayoutSetup<game::AnyEngine>& setup) const {
  return std::make_unique<NestedPlayout<game::AnyEngine>>(setup, options_);
}

}  // namespace agon::search::mcts
