// Minimax, max^n and paranoid search behind the common interface; see deepening.h for what is inside.
#pragma once

#include <memory>

#include "base/result.h"
#include "game/any_engine.h"
#include "search/minimax/options.h"
#include "search/searcher.h"

namespace agon::search::minimax {

// Fails on options that make no sense, and on GDL-II unless the options say that nothing is hidden: what a role does not know
// cannot be searched this way.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_minimax(const game::AnyEngine& engine, const MinimaxOptions& options = {});

}  // namespace agon::search::minimax
