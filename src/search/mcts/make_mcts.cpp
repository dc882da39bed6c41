#include "search/mcts/make_mcts.h"

#include <fmt/format.h>

#include "search/mcts/mcts.h"
#include "search/with_engine.h"

namespace agon::search {
Result<std::unique_ptr<Searcher>> make_mcts(const game::AnyEngine& engine, std::shared_ptr<const engines::Lanes> lanes,
                                            const mcts::Options& options) {
  const mcts::Playout& playout = options.playout;
  if (lanes && options.select.rave != mcts::Selection::Rave::Off) {
    return bad_input("lanes-policy", "playouts in lanes do not say which moves they made: RAVE needs one state at a time",
                     "leave out lanes");
  }
  if (lanes && (playout.cutoff > 0 || playout.discount != 1 || playout.max_steps != mcts::Playout{}.max_steps)) {
    return bad_input("lanes-policy", "playouts in lanes go to the end of the match, and what they bring is not discounted",
                     "leave out cutoff, discount and max-steps, or lanes");
  }
  if (lanes && options.select.sufficiency == mcts::Selection::Sufficiency::Adaptive) {
    return bad_input("lanes-policy", "the adaptive threshold learns from single results, and lanes bring means of many",
                     "use sufficiency=static, or leave out lanes");
  }
  if (lanes && !engine.as<engines::CircuitEngine>())
    return bad_input("lanes-engine", fmt::format("lanes go with the circuit engine, not with '{}'", engine.name()),
                     "use engine=circuit");
  if (lanes && playout.policy) {
    const std::vector<std::uint32_t> weights = playout.policy->lane_weights(lanes->circuit());
    if (weights.empty())
      return bad_input("lanes-policy",
                       "playouts in lanes are uniform or weigh moves: this playout policy needs one state at a time",
                       "leave out lanes, or playout");
    Result<std::shared_ptr<const engines::Lanes>> weighted = lanes->with_weights(weights);
    if (!weighted) return weighted.error();
    lanes = std::move(*weighted);
  }
  return with_engine(engine, [&]<class E>(const std::shared_ptr<const E>& inside) -> Result<std::unique_ptr<Searcher>> {
    return std::unique_ptr<Searcher>(std::make_unique<mcts::Mcts<E>>(inside, lanes, options));
  });
}

}  // namespace agon::search
