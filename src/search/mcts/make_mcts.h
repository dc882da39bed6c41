// A Monte-Carlo tree search on an engine that is known by name only.
#pragma once

#include <memory>

#include "base/result.h"
#include "engines/lanes/lanes.h"
#include "game/any_engine.h"
#include "search/mcts/options.h"
#include "search/searcher.h"

namespace agon::search {

// Fails where the options do not fit the game or the engine: nested playouts in games that they are not made for, lanes with another engine
// or with policies that they do not know. The lanes must be those of the engine's circuit.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_mcts(const game::AnyEngine& engine, std::shared_ptr<const engines::Lanes> lanes,
                                                          const mcts::Options& options);

}  // namespace agon::search
