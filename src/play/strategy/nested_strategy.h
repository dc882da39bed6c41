// From the arguments of `nmc(...)` to the options of the nested player: nmc(level=2, discount=yes, pruning=depth).
#pragma once

#include "play/strategy/mcts_strategy.h"
#include "search/mcts/nested_search.h"

namespace agon::play {

struct NestedStrategy {
  search::mcts::NestedSearchOptions search;
  ThinkingTime thinking;  // without a limit of its own it tries each move once, as published
};

[[nodiscard]] Result<NestedStrategy> read_nested(const Strategy& term, std::string_view text);

}  // namespace agon::play
