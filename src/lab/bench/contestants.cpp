#include "lab/bench/contestants.h"

// Set to 0 to build without the engine.
#define AGON_BENCH_CIRCUIT 1
#define AGON_BENCH_LANES 1

#include "circuit/build.h"
#include "engines/chainer/chainer.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "gdl/reader.h"
#include "ground/grounder.h"
#include "lab/bench/engine_contestant.h"
#if AGON_BENCH_CIRCUIT
#include "engines/circuit/circuit_engine.h"
#endif
#if AGON_BENCH_LANES
#include "lab/bench/lanes_contestant.h"
#endif

namespace agon::lab {
namespace {

using Made = Result<std::unique_ptr<Contestant>>;
using Program = std::shared_ptr<const ground::GroundProgram>;

Result<Program> ground_rules(const gdl::Rules& rules, const Limits& limits, Preparation& preparation) {
  Result<Program> program =
      ground::ground(rules, {.time = limits.time, .memory_bytes = limits.memory_bytes, .decompose = true, .progress = {}});
  if (!program) return program;
  preparation.fluents = (*program)->fluents.size();
  preparation.moves = (*program)->moves.size();
  preparation.rules = (*program)->rule_count();
  preparation.own_bytes = (*program)->bytes();
  return program;
}

Made make_prover(const gdl::Rules& rules, const Limits& limits, const Stopwatch& since) {
  auto engine = engines::Prover::create(rules, limits);
  if (!engine) return engine.error();
  return Made(std::make_unique<EngineContestant<engines::Prover>>(*engine, since, Preparation{}));
}

Made make_chainer(const gdl::Rules& rules, const Limits& limits, const Stopwatch& since) {
  auto engine = engines::Chainer::create(rules, limits);
  if (!engine) return engine.error();
  Preparation preparation;
  preparation.own_bytes = (*engine)->report().table_bytes + (*engine)->report().kb_bytes;
  return Made(std::make_unique<EngineContestant<engines::Chainer>>(*engine, since, std::move(preparation)));
}

Made make_updater(const gdl::Rules& rules, const Limits& limits, const Stopwatch& since) {
  Preparation preparation;
  const Result<Program> program = ground_rules(rules, limits, preparation);
  if (!program) return program.error();
  auto engine = engines::Updater::create(*program);
  if (!engine) return engine.error();
  return Made(std::make_unique<EngineContestant<engines::Updater>>(*engine, since, std::move(preparation)));
}

[[maybe_unused]] Result<std::shared_ptr<const circuit::Circuit>> build_circuit(const gdl::Rules& rules, const Limits& limits,
                                                                               Preparation& preparation) {
  const Result<Program> program = ground_rules(rules, limits, preparation);
  if (!program) return program.error();
  circuit::BuildOptions options;
  options.time = limits.time;
  options.memory_bytes = limits.memory_bytes;
  auto built = circuit::build(*program, options);
  if (!built) return built;
  preparation.gates = (*built)->gate_count();
  preparation.own_bytes += (*built)->bytes();
  return built;
}

#if AGON_BENCH_CIRCUIT
Made make_circuit(const gdl::Rules& rules, const Limits& limits, const Stopwatch& since) {
  Preparation preparation;
  const auto built = build_circuit(rules, limits, preparation);
  if (!built) return built.error();
  auto engine = engines::CircuitEngine::create(*built);
  if (!engine) return engine.error();
  return Made(std::make_unique<EngineContestant<engines::CircuitEngine>>(*engine, since, std::move(preparation)));
}
#endif

#if AGON_BENCH_LANES
Made make_lanes(const gdl::Rules& rules, const Limits& limits, const Stopwatch& since) {
  Preparation preparation;
  const auto built = build_circuit(rules, limits, preparation);
  if (!built) return built.error();
  auto lanes = engines::Lanes::create(*built, {.max_steps = kMaxSteps});
  if (!lanes) return lanes.error();
  return Made(std::make_unique<LanesContestant>(*lanes, since, std::move(preparation)));
}
#endif

struct Entry {
  const char* name;
  Made (*make)(const gdl::Rules&, const Limits&, const Stopwatch&);
};
constexpr Entry kEntries[] = {
    {"prover", make_prover},   {"chainer", make_chainer}, {"updater", make_updater},
#if AGON_BENCH_CIRCUIT
    {"circuit", make_circuit},
#endif
#if AGON_BENCH_LANES
    {"lanes", make_lanes},
#endif
};

}  // namespace

std::vector<std::string> bench_engine_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kEntries) names.emplace_back(entry.name);
  return names;
}

ContestantFactory engine_factory(const std::string& engine, std::string text, std::string game, const Limits& limits) {
  for (const Entry& entry : kEntries) {
    if (engine != entry.name) continue;
    return [make = entry.make, text = std::move(text), game = std::move(game), limits]() -> Made {
      const Stopwatch since;
      const Result<gdl::Rules> rules = gdl::read_text(text, game);
      if (!rules) return rules.error();
      return make(*rules, limits, since);
    };
  }
  AGON_ASSERT(false);
  return {};
}

}  // namespace agon::lab
