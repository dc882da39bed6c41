// The evaluations that a strategy can name: `minimax(evaluation=...)`, `mcts(evaluation=..., prior=...)`. The table is in the .cpp;
// one line there makes an evaluation known everywhere.
#pragma once

#include <memory>
#include <string_view>

#include "knowledge/evaluation/goal_evaluation.h"
#include "play/strategy/strategy.h"

namespace agon::search {
class EvaluationMaker;
}

namespace agon::play {

inline constexpr auto kDefaultFluxMode = knowledge::evaluation::Mode::Grounded;

// The argument `key` of `outer`, which hears of mistakes. Null if it is not there or not understood.
[[nodiscard]] std::shared_ptr<const search::EvaluationMaker> read_evaluation(const char* key, std::string_view text,
                                                                             StrategyReader& outer);

}  // namespace agon::play
