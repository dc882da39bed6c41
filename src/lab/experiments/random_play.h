// Random play from given positions, for experiments that measure playouts.
#pragma once

#include <vector>

#include "base/rng.h"
#include "game/engine.h"

namespace agon::lab::experiments {

template <game::Engine E>
class RandomPlay {
 public:
  RandomPlay(const E& engine, std::uint64_t seed)
      : engine_(engine),
        scratch_(engine.make_scratch()),
        rng_(seed),
        legal_(engine.info().role_count()),
        choices_(engine.info().role_count()),
        joint_(engine.info().role_count()) {}

  // One random step; false at the end of the game, or where a role has no move.
  bool step(typename E::State& state) {
    if (engine_.is_terminal(scratch_, state)) return false;
    for (std::uint32_t r = 0; r < legal_.size(); ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, legal_[r]);
      if (legal_[r].empty()) return false;
      choices_[r] = rng_.below(static_cast<std::uint32_t>(legal_[r].size()));
      joint_[r] = legal_[r][choices_[r]];
    }
    engine_.apply(scratch_, state, joint_);
    return true;
  }

  // What the last step was, as a searcher is told: for each role an index into its legal moves.
  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return choices_; }

  // To the end, where the goals are asked for as a search would; the steps it took.
  std::uint32_t playout(typename E::State state, std::uint32_t max_steps = 4095) {
    std::uint32_t steps = 0;
    while (steps < max_steps && step(state)) ++steps;
    for (std::uint32_t r = 0; r < legal_.size(); ++r) goal_ = engine_.goal(scratch_, state, RoleId{r});
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
  std::vector<game::MoveBuffer> legal_;
  std::vector<std::uint32_t> choices_;
  std::vector<MoveId> joint_;
  int goal_ = 0;
};

}  // namespace agon::lab::experiments
