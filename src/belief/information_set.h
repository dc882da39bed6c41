// The information set of one role of a game with hidden information, enumerated: every state consistent with its moves and
// percepts. What holds in all of them is known for certain, so the answers are sound; beyond a limit on the number of states there
// is no answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/any_engine.h"

namespace agon::belief {

class InformationSet {
 public:
  static constexpr std::size_t kMostStates = 4'000;
  static constexpr std::size_t kMostSuccessors = 60'000;  // enumerated in one step

  InformationSet(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, RoleId role);

  // The role made `move` and saw `percepts`. Throws LimitReached.
  void step(game::AnyEngine::Scratch& scratch, MoveId move, const game::TermBuffer& percepts);

  // The fluents that hold in all states, in canonical order; no value if the states became too many.
  [[nodiscard]] const std::optional<game::TermBuffer>& known() const { return known_; }

 private:
  void find_known();

  game::AnyEngine engine_;
  RoleId role_;
  std::vector<game::AnyState> possible_;
  std::optional<game::TermBuffer> known_;
};

}  // namespace agon::belief
