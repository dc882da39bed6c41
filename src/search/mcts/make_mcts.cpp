#include "search/mcts/make_mcts.h"

#include <fmt/format.h>

#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "search/mcts/mcts.h"

namespace agon::search {
namespace {

template <class E>
std::unique_ptr<Searcher> try_engine(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                                     const mcts::Options& options) {
  const auto concrete = engine.as<E>();
  if (!concrete) return nullptr;
  return std::make_unique<mcts::Mcts<E>>(concrete, lanes, options);
}

}  // namespace

Result<std::unique_ptr<Searcher>> make_mcts(const game::AnyEngine& engine, std::shared_ptr<const engines::Lanes> lanes,
                                            const mcts::Options& options) {
  const mcts::Playout& playout = options.playout;
  if (lanes && (options.select.rave != mcts::Selection::Rave::Off || playout.policy != mcts::Playout::Policy::Uniform || playout.nested > 0)) {
    return bad_input("lanes-policy", "playouts in lanes do not say which moves they made: RAVE, MAST, NST and nested playouts need one state at a time",
                     "leave out lanes");
  }
  if (lanes && (playout.cutoff > 0 || playout.discount != 1 || playout.max_steps != mcts::Playout{}.max_steps)) {
    return bad_input("lanes-policy", "playouts in lanes go to the end of the match, and what they bring is not discounted",
                     "leave out cutoff, discount and max-steps, or lanes");
  }
  if (lanes && options.select.sufficiency == mcts::Selection::Sufficiency::Adaptive) {
    return bad_input("lanes-policy", "the adaptive threshold learns from single results, and lanes bring means of many", "use sufficiency=static, or leave out lanes");
  }
  if (lanes && !engine.as<engines::CircuitEngine>())
    return bad_input("lanes-engine", fmt::format("lanes go with the circuit engine, not with '{}'", engine.name()), "use engine=circuit");
  for (const auto make : {try_engine<engines::CircuitEngine>, try_engine<engines::Chainer>, try_engine<engines::Prover>, try_engine<engines::Updater>}) {
    if (auto search = make(engine, lanes, options)) return Result<std::unique_ptr<Searcher>>(std::move(search));
  }
  return bad_input("search-engine", fmt::format("the search does not know the engine '{}'", engine.name()), "");
}

}  // namespace agon::search
