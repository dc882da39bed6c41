// Single-player planning by a portfolio, as a Searcher: several strategies take turns until one of them has found a line to the
// highest goal, which is then played to its end. Until then the best complete line so far is kept; no later thought can do worse.
#pragma once

#include <memory>

#include "base/result.h"
#include "game/any_engine.h"
#include "search/plan/options.h"
#include "search/searcher.h"

namespace agon::search::plan {

// Fails on games with several roles or a random one.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_planner(const game::AnyEngine& engine, const PlanOptions& options = {});

}  // namespace agon::search::plan
