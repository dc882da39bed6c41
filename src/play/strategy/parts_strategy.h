// From the arguments of `parts(...)` to a search by parts: parts(c=0.4, time=2s). Where a game does not fall apart, or not in a way
// that can be played apart, the ordinary search plays: plan for one player, mcts for several.
#pragma once

#include <memory>

#include "play/game_kit.h"
#include "play/strategy/mcts_strategy.h"
#include "play/strategy/players.h"
#include "search/parts/parts_mcts.h"
#include "search/plan/options.h"
#include "search/searcher.h"

namespace agon::play {

struct PartsStrategy {
  search::parts::PartsMctsOptions search;
  ThinkingTime thinking;
};

[[nodiscard]] Result<PartsStrategy> read_parts(const Strategy& term, std::string_view text);

// A planner that looks at the parts of the game first, if it has any; otherwise the planner alone.
[[nodiscard]] Result<std::unique_ptr<search::Searcher>> make_plan_search(const game::AnyEngine& engine, GameKit& kit,
                                                                         const search::plan::PlanOptions& options);
// Several players: a search by parts, or null where that is not possible.
[[nodiscard]] std::unique_ptr<search::Searcher> make_parts_tree(GameKit& kit, const search::parts::PartsMctsOptions& options);

}  // namespace agon::play
