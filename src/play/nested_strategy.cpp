#include "play/nested_strategy.h"

namespace agon::play {

using search::mcts::Playout;

Result<NestedStrategy> read_nested(const Strategy& term, std::string_view text) {
  NestedStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  if (!result.thinking.limited()) result.thinking.iterations = 1;
  reader.integer("level", result.search.level, 1, 4);
  search::mcts::NestedOptions& nested = result.search.nested;
  nested.discount = true;
  reader.flag("discount", nested.discount);
  // What is safe: neither changes the choice (propositions 1 and 2 of the paper).
  nested.pruning = nested.discount ? Playout::Pruning::OnDepth : Playout::Pruning::CutOnWin;
  if (const Strategy* const pruning = reader.term("pruning")) {
    static constexpr const char* kPrunings[] = {"none", "cut-on-win", "depth", "cascade"};
    if (const auto i = reader.bare_word(*pruning, kPrunings, "pruning")) nested.pruning = static_cast<Playout::Pruning>(*i);
  }
  if (const Strategy* const order = reader.term("order")) {
    static constexpr const char* kOrders[] = {"given", "random"};
    if (const auto i = reader.bare_word(*order, kOrders, "order of moves")) nested.random_order = *i == 1;
  }
  reader.integer("max-steps", nested.max_steps, 1, 1e9);
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

}  // namespace agon::play
