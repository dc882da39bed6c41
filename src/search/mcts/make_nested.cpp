#include "search/mcts/make_nested.h"

#include <fmt/format.h>

#include "search/with_engine.h"

namespace agon::search {

Result<std::unique_ptr<Searcher>> make_nested(const game::AnyEngine& engine, const mcts::NestedSearchOptions& options) {
  const game::GameInfo& info = engine.info();
  if (info.role_count() != 2 || info.random) {
    return bad_input("nested-roles", fmt::format("nested search is for two players, and this game has {} roles", info.role_count()),
                     "use mcts");
  }
  return with_engine(engine, [&]<class E>(const std::shared_ptr<const E>& concrete) {
    return Result<std::unique_ptr<Searcher>>(std::make_unique<mcts::NestedSearch<E>>(concrete, options));
  });
}

}  // namespace agon::search
