// What players of one game share of its knowledge: the evaluation of its goals, made once for each mode while somebody uses it.
#pragma once

#include <memory>

#include "base/result.h"
#include "knowledge/evaluation/goal_evaluation.h"
#include "play/game_kit.h"

namespace agon::play {

// Fluxplayer's evaluation of states. Fails where the rules are too large for a ground program. Thread-safe.
[[nodiscard]] Result<std::shared_ptr<const knowledge::evaluation::GoalEvaluation>> goal_evaluation(
    GameKit& kit, knowledge::evaluation::Mode mode);

}  // namespace agon::play
