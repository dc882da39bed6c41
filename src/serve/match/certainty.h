// What one role of a game with hidden information knows for certain: the fluents that hold in every state that fits what it did and
// saw. The states are enumerated one by one, so what is said is sound; where they become too many, nothing is said any more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/any_engine.h"

namespace agon::serve {

class Certainty {
 public:
  static constexpr std::size_t kMostStates = 4'000;
  static constexpr std::size_t kMostSuccessors = 60'000;  // looked at in one step

  Certainty(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, RoleId role);

  // The role made `move` and saw `percepts`. Throws LimitReached.
  void step(game::AnyEngine::Scratch& scratch, MoveId move, const game::TermBuffer& percepts);

  // Ascending in canonical order; nothing if the states became too many.
  [[nodiscard]] const std::optional<game::TermBuffer>& known() const { return known_; }

 private:
  void find_known();

  game::AnyEngine engine_;
  RoleId role_;
  std::vector<game::AnyState> possible_;
  std::optional<game::TermBuffer> known_;
};

}  // namespace agon::serve
