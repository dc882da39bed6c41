// Monte-Carlo tree search on a type-erased engine.
#pragma once

#include <memory>

#include "base/result.h"
#include "engines/lanes/lanes.h"
#include "game/any_engine.h"
#include "search/mcts/options.h"
#include "search/searcher.h"

namespace agon::search {

// Fails where the options do not fit the engine: lanes with another engine, or with a playout policy that has no weights for them
// (PlayoutMaker::lane_weights). The lanes must be those of the engine's circuit, with weight_bits for such a policy.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_mcts(const game::AnyEngine& engine,
                                                          std::shared_ptr<const engines::Lanes> lanes,
                                                          const mcts::Options& options);

}  // namespace agon::search
