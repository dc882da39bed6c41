#include "play/strategy/parts_strategy.h"

#include <algorithm>
#include <utility>

#include "search/parts/parts_planner.h"
#include "search/plan/planner.h"

namespace agon::play {

Result<PartsStrategy> read_parts(const Strategy& term, std::string_view text) {
  PartsStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  reader.number("c", result.search.exploration, 0, 1000);
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

Result<std::unique_ptr<search::Searcher>> make_plan_search(const game::AnyEngine& engine, GameKit& kit,
                                                           const search::plan::PlanOptions& options) {
  const auto circuit = engine.as<engines::CircuitEngine>();
  const ground::Decomposition* const found = circuit ? kit.decomposition() : nullptr;
  if (found == nullptr || engine.info().role_count() != 1) return search::plan::make_planner(engine, options);
  search::plan::PlanOptions rest = options;
  rest.memory_bytes = options.memory_bytes / 4 * 3;
  Result<std::unique_ptr<search::Searcher>> otherwise = search::plan::make_planner(engine, rest);
  if (!otherwise) return otherwise;
  Result<std::unique_ptr<search::Searcher>> parts = search::parts::make_parts_planner(
      circuit, *found, std::move(*otherwise), {.memory_bytes = options.memory_bytes - rest.memory_bytes, .time_share = 0.5});
  if (parts) return parts;
  return search::plan::make_planner(engine, options);
}

std::unique_ptr<search::Searcher> make_parts_tree(GameKit& kit, const search::parts::PartsMctsOptions& options) {
  const Result<game::AnyEngine> engine = kit.engine("circuit");
  if (!engine) return nullptr;
  const auto circuit = engine->as<engines::CircuitEngine>();
  const ground::Decomposition* const found = kit.decomposition();
  if (!circuit || found == nullptr || engine->info().role_count() < 2) return nullptr;
  Result<std::unique_ptr<search::Searcher>> made = search::parts::make_parts_mcts(circuit, *found, options);
  return made ? std::move(*made) : nullptr;
}

}  // namespace agon::play
