#include "search/minimax/minimax.h"

#include "search/evaluation/baselines.h"
#include "search/evaluation/maker.h"
#include "search/minimax/deepening.h"
#include "search/with_engine.h"

namespace agon::search::minimax {

Result<std::unique_ptr<Searcher>> make_minimax(const game::AnyEngine& engine, const MinimaxOptions& options) {
  if (engine.info().hidden && !options.assume_visible) {
    return bad_input("hidden-information", "minimax needs to see every move, and these rules (GDL-II) may hide some",
                     "if all moves can be seen, as in a game with dice, say so: assume_visible");
  }
  if (options.first_depth == 0 || options.first_depth > options.max_depth) {
    return bad_input("bad-depth", "the first depth must be at least 1 and at most the last");
  }
  const std::shared_ptr<const EvaluationMaker> evaluation = options.evaluation ? options.evaluation : goal_evaluation();
  return with_engine(engine, [&](const auto& inside) -> Result<std::unique_ptr<Searcher>> {
    using E = std::remove_cvref_t<decltype(*inside)>;
    return std::unique_ptr<Searcher>(std::make_unique<Deepening<E>>(inside, options, evaluation->make(*inside)));
  });
}

}  // namespace agon::search::minimax
