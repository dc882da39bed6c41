// A position as a player meets it: the moves that lead there as choices, and who
// is to choose among how many.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "game/any_engine.h"
#include "game/observation.h"
#include "lab/exam/exam.h"

namespace agon::lab::exam {

using Line = std::vector<game::JointChoice>;

struct Setting {
  Line line;
  RoleId role;
  std::vector<std::string> legal;  // the role's moves
  std::vector<Choice> best;        // among them, ascending
};

// Fails where the position does not fit the rules: no such role, an illegal move, the end of the game, nothing to choose. Throws
// LimitReached.
[[nodiscard]] Result<Setting> set_up(const game::AnyEngine& engine, const Position& position);

// The other way round: fills role and moves of the position.
void write_down(const game::AnyEngine& engine, const Line& line, RoleId role, Position& position);

}  // namespace agon::lab::exam
