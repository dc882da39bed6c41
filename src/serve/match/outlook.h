// What the arbiter says about the present state of a match, as a value that the match keeps while the arbiter works on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/match/arbiter.h"

namespace agon::serve {

struct Outlook {
  bool terminal = false;
  std::optional<std::size_t> stuck;                 // this role has no legal move, and the match cannot go on
  std::vector<std::optional<int>> goals;            // per role, in a terminal state
  SharedLegalMoves legal;                           // per role
  std::vector<std::vector<std::string>> perceived;  // per role, in the step that led here
};

[[nodiscard]] inline Outlook outlook_of(Arbiter& arbiter) {
  Outlook outlook{arbiter.terminal(), arbiter.stuck(), {}, arbiter.shared_legal(), {}};
  if (arbiter.terminal()) outlook.goals = arbiter.goals();
  if (arbiter.step() > 0) outlook.perceived = arbiter.percepts(arbiter.step() - 1);
  return outlook;
}

}  // namespace agon::serve
