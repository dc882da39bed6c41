// Nested Monte-Carlo search on a type-erased engine.
#pragma once

#include <memory>

#include "base/result.h"
#include "game/any_engine.h"
#include "search/mcts/nested_search.h"
#include "search/searcher.h"

namespace agon::search {

// Fails in games that are not for two players.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_nested(const game::AnyEngine& engine,
                                                            const mcts::NestedSearchOptions& options);

}  // namespace agon::search
