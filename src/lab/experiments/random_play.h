// Random play from given positions, for experiments that measure playouts.
#pragma once

#include <vector>

#include "game/random_step.h"

namespace agon::lab::experiments {

template <game::Engine E>
class RandomPlay {
 public:
  RandomPlay(const E& engine, std::uint64_t seed) : engine_(engine), scratch_(engine.make_scratch()), rng_(seed), random_(engine) {}

  // One random step; false at the end of the game, or where a role has no move.
  bool step(typename E::State& state) { return random_.step(scratch_, state, rng_); }

  // What the last step was, as a searcher is told.
  [[nodiscard]] const game::JointChoice& choices() const { return random_.choices(); }

  // To the end, where the goals are asked for as a search would; the steps it took.
  std::uint32_t playout(typename E::State state, std::uint32_t max_steps = 4095) {
    std::uint32_t steps = 0;
    while (steps < max_steps && step(state)) ++steps;
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) goal_ = engine_.goal(scratch_, state, RoleId{r});
    return steps;
  }

  // The states of a random match, the last one left out.
  std::vector<typename E::State> match(std::uint32_t max_steps = 4095) {
    std::vector<typename E::State> states;
    auto state = engine_.initial_state(scratch_);
    for (auto before = state; states.size() < max_steps && step(state); before = state) states.push_back(before);
    return states;
  }

  [[nodiscard]] typename E::Scratch& scratch() { return scratch_; }

 private:
  const E& engine_;
  typename E::Scratch scratch_;
  Rng rng_;
  game::RandomStep<E> random_;
  int goal_ = 0;
};

}  // namespace agon::lab::experiments
