// One step of random play: every role chooses uniformly among its legal moves, in the order of the roles.
#pragma once

#include <vector>

#include "base/rng.h"
#include "game/observation.h"

namespace agon::game {

// The index of a random element. Precondition: not empty.
template <class Container>
[[nodiscard]] std::size_t random_index(const Container& container, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(container.size()));
}

// Reusable buffers for many steps of random play.
template <Engine E>
class RandomStep {
 public:
  explicit RandomStep(const E& engine)
      : engine_(&engine), legal_(engine.info().role_count()), choices_(legal_.size()), joint_(legal_.size()) {}

  // Draws a joint move in a nonterminal state; false if a role has no legal move.
  bool draw(typename E::Scratch& scratch, const typename E::State& state, Rng& rng) {
    for (std::uint32_t r = 0; r < legal_.size(); ++r) {
      engine_->legal_moves(scratch, state, RoleId{r}, legal_[r]);
      if (legal_[r].empty()) return false;
      choices_[r] = Choice{static_cast<std::uint32_t>(random_index(legal_[r], rng))};
      joint_[r] = legal_[r][choices_[r].index()];
    }
    return true;
  }
  // Draws and makes one; false in a terminal state too.
  bool step(typename E::Scratch& scratch, typename E::State& state, Rng& rng) {
    if (engine_->is_terminal(scratch, state) || !draw(scratch, state, rng)) return false;
    engine_->apply(scratch, state, joint_);
    return true;
  }

  // The last joint move drawn, and the legal moves it was drawn from.
  [[nodiscard]] const JointChoice& choices() const { return choices_; }
  [[nodiscard]] const std::vector<MoveId>& joint() const { return joint_; }
  [[nodiscard]] const std::vector<MoveBuffer>& legal() const { return legal_; }

 private:
  const E* engine_;
  std::vector<MoveBuffer> legal_;
  JointChoice choices_;
  std::vector<MoveId> joint_;
};

}  // namespace agon::game
