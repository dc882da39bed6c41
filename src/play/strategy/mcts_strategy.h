// From the arguments of `mcts(...)` to the options of the search.
#pragma once

#include <optional>
#include <string>

#include "play/strategy/strategy.h"
#include "search/mcts/options.h"
#include "search/minimax/constant_sum.h"

namespace agon::play {

using EngineNames = std::vector<std::string>;  // that a player can use (engines/engine_table.h)

// What the text says beyond the search itself: engine, lanes, and how long to think.
struct ThinkingTime {
  std::optional<std::chrono::nanoseconds> time;  // a move
  std::uint64_t iterations = 0, states = 0;      // 0: no limit
  bool every_step = false;                       // think even if there is only one legal move
  bool ponder = false;                           // think on while others do

  [[nodiscard]] bool limited() const { return time || iterations > 0 || states > 0; }
};
void read_thinking_time(StrategyReader& reader, ThinkingTime& time);

struct MctsStrategy {
  search::mcts::Options search;
  bool symmetry = true;  // use what there is
  std::string engine = "auto";
  ThinkingTime thinking;
};

// What is known about the sum of the goals.
void take_sum(const std::optional<game::Fact<int>>& sum, search::mcts::Options& options);

[[nodiscard]] Result<MctsStrategy> read_mcts(const Strategy& term, std::string_view text, const EngineNames& engines);

}  // namespace agon::play
