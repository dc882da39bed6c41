// Plays a recorded match again and says where the record and the rules part.
#pragma once

#include <string>

#include "base/result.h"
#include "game/any_engine.h"
#include "game/match_record.h"

namespace agon::play {

struct ReplayReport {
  int steps = 0;
  bool agrees = true;
  std::string disagreement;  // the first one, in words
};

// Throws LimitReached.
[[nodiscard]] ReplayReport replay(const game::AnyEngine& engine, const game::MatchRecord& record);

// The legal move of `role` that is written like this (prefix form, any letter case and spacing), or null.
[[nodiscard]] const MoveId* find_move(const game::AnyEngine& engine, RoleId role, const game::MoveBuffer& legal,
                                      const std::string& text);

}  // namespace agon::play
