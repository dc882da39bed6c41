#include "search/mcts/make_nested.h"

#include "search/with_engine.h"

namespace agon::search {

Result<std::unique_ptr<Searcher>> make_nested(const game::AnyEngine& engine, const mcts::NestedSearchOptions& options) {
  return with_engine(engine, [&]<class E>(const std::shared_ptr<const E>& concrete) {
    return Result<std::unique_ptr<Searcher>>(std::make_unique<mcts::NestedSearch<E>>(concrete, options));
  });
}

}  // namespace agon::search
