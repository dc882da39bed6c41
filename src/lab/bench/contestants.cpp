#include "lab/bench/contestants.h"

#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "engines/workshop.h"
#include "gdl/read/reader.h"
#include "lab/bench/engine_contestant.h"
#include "lab/bench/lanes_contestant.h"

namespace agon::lab {
namespace {

using Made = Result<std::unique_ptr<Contestant>>;
using Source = engines::EngineKind::Source;

// The sizes of the stages that the engine stands on.
Preparation sizes(engines::Workshop& workshop, Source source) {
  Preparation sizes;
  if (source == Source::Rules) return sizes;
  if (const auto program = workshop.ground()) {
    sizes.fluents = (*program)->fluents.size();
    sizes.moves = (*program)->moves.size();
    sizes.rules = (*program)->rule_count();
    sizes.own_bytes = (*program)->bytes();
  }
  if (source != Source::Circuit) return sizes;
  if (const auto circuit = workshop.ready_circuit()) {
    sizes.gates = circuit->gate_count();
    sizes.own_bytes += circuit->bytes();
  }
  return sizes;
}

// Measured at the speed of its own type where that is known here; an engine that is not is measured through type erasure.
template <class... Known>
std::unique_ptr<Contestant> measured(const game::AnyEngine& engine, const Stopwatch& since, const Preparation& preparation) {
  std::unique_ptr<Contestant> made;
  const auto try_one = [&]<class E>(const std::shared_ptr<const E>& typed) {
    if (typed) made = std::make_unique<EngineContestant<E>>(typed, since, preparation);
  };
  (try_one(engine.as<Known>()), ...);
  if (!made)
    made = std::make_unique<EngineContestant<game::AnyEngine>>(std::make_shared<const game::AnyEngine>(engine), since, preparation);
  return made;
}

Made make(engines::Workshop& workshop, const engines::EngineKind& kind, const Stopwatch& since) {
  if (!kind.steps()) {
    const auto lanes = workshop.lanes();
    if (!lanes) return lanes.error();
    return Made(std::make_unique<LanesContestant>(*lanes, since, sizes(workshop, kind.source)));
  }
  const Result<game::AnyEngine> engine = workshop.engine(kind.name);
  if (!engine) return engine.error();
  Preparation preparation = sizes(workshop, kind.source);
  if (const auto chainer = engine->as<engines::Chainer>())
    preparation.own_bytes = chainer->report().table_bytes + chainer->report().kb_bytes;
  return measured<engines::Prover, engines::Chainer, engines::Updater, engines::CircuitEngine>(*engine, since, preparation);
}

}  // namespace

std::vector<std::string> bench_engine_names() {
  std::vector<std::string> names;
  for (const engines::EngineKind* kind : engines::standard_engines().ladder()) names.push_back(kind->name);
  return names;
}

ContestantFactory engine_factory(const std::string& engine, std::string text, std::string game, const Limits& limits) {
  const engines::EngineKind* const kind = engines::standard_engines().find(engine);
  AGON_ASSERT(kind != nullptr);
  return [kind, text = std::move(text), game = std::move(game), limits]() -> Made {
    const Stopwatch since;
    Result<gdl::Rules> rules = gdl::read_text(text, game);
    if (!rules) return rules.error();
    engines::Workshop workshop(std::move(*rules), {.limits = limits, .lanes = {.max_steps = kMaxSteps}});
    return make(workshop, *kind, since);
  };
}

}  // namespace agon::lab
