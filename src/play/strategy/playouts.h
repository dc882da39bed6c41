// The playout policies that a strategy can name: `mcts(playout=...)`. The table is in the .cpp; one line there makes a policy
// known.
#pragma once

#include <memory>
#include <string_view>

#include "play/strategy/strategy.h"
#include "search/mcts/playout/nested.h"

namespace agon::search::mcts {
class PlayoutMaker;
}

namespace agon::play {

// The argument `playout` of `outer`, which hears of mistakes. Null: uniform, not there, or not understood.
[[nodiscard]] std::shared_ptr<const search::mcts::PlayoutMaker> read_playout(std::string_view text, StrategyReader& outer);

// The setting `pruning` of nested playouts.
void read_pruning(StrategyReader& settings, search::mcts::NestedOptions::Pruning& pruning);

}  // namespace agon::play
