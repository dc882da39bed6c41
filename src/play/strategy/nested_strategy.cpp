#include "play/strategy/nested_strategy.h"

#include "play/strategy/playouts.h"

namespace agon::play {

using search::mcts::NestedOptions;

Result<NestedStrategy> read_nested(const Strategy& term, std::string_view text) {
  NestedStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  if (!result.thinking.limited()) result.thinking.iterations = 1;
  reader.integer("level", result.search.level, 1, 4);
  NestedOptions& nested = result.search.nested;
  nested.discount = true;
  reader.flag("discount", nested.discount);
  // What is safe: neither changes the choice (propositions 1 and 2 of the paper).
  nested.pruning = nested.discount ? NestedOptions::Pruning::OnDepth : NestedOptions::Pruning::CutOnWin;
  read_pruning(reader, nested.pruning);
  if (const Strategy* const order = reader.term("order")) {
    static constexpr const char* kOrders[] = {"given", "random"};
    if (const auto i = reader.bare_word(*order, kOrders, "order of moves")) nested.random_order = *i == 1;
  }
  reader.integer("max-steps", nested.max_steps, 1, 1e9);
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

}  // namespace agon::play
