// From the arguments of `minimax(...)` and `plan(...)` to the options of these searches.
#pragma once

#include <string>

#include "play/mcts_strategy.h"
#include "search/minimax/options.h"
#include "search/plan/options.h"

namespace agon::play {

struct MinimaxStrategy {
  search::minimax::MinimaxOptions search;
  std::string engine = "auto";
  ThinkingTime thinking;
};
[[nodiscard]] Result<MinimaxStrategy> read_minimax(const Strategy& term, std::string_view text);

struct PlanStrategy {
  search::plan::PlanOptions search;
  std::string engine = "auto";
  ThinkingTime thinking;
};
[[nodiscard]] Result<PlanStrategy> read_plan(const Strategy& term, std::string_view text);

// `engine=`: auto, or one by name.
void read_engine(StrategyReader& reader, std::string& engine);

}  // namespace agon::play
