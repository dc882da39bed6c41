// Replays a recorded match and reports the first step where the record and the rules disagree.
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

}  // namespace agon::play
