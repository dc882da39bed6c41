#include "cli/engines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

// Set to 0 to build without the engine.
#define AGON_CLI_CIRCUIT 1

#include "engines/chainer/chainer.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "ground/grounder.h"
#if AGON_CLI_CIRCUIT
#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#endif

namespace agon::cli {
namespace {

using Maker = Result<game::AnyEngine> (*)(const gdl::Rules&, const Limits&);

Result<game::AnyEngine> make_prover(const gdl::Rules& rules, const Limits& limits) {
  Result<std::shared_ptr<const engines::Prover>> prover = engines::Prover::create(rules, limits);
  if (!prover) return prover.error();
  return game::AnyEngine("prover", *prover);
}

Result<game::AnyEngine> make_chainer(const gdl::Rules& rules, const Limits& limits) {
  Result<std::shared_ptr<const engines::Chainer>> chainer = engines::Chainer::create(rules, limits);
  if (!chainer) return chainer.error();
  return game::AnyEngine("chainer", *chainer);
}

Result<std::shared_ptr<const ground::GroundProgram>> ground_rules(const gdl::Rules& rules, const Limits& limits) {
  return ground::ground(rules, {.time = limits.time, .memory_bytes = limits.memory_bytes, .decompose = true, .progress = {}});
}

Result<game::AnyEngine> make_updater(const gdl::Rules& rules, const Limits& limits) {
  const auto program = ground_rules(rules, limits);
  if (!program) return program.error();
  Result<std::shared_ptr<const engines::Updater>> updater = engines::Updater::create(*program);
  if (!updater) return updater.error();
  return game::AnyEngine("updater", *updater);
}

#if AGON_CLI_CIRCUIT
Result<game::AnyEngine> make_circuit(const gdl::Rules& rules, const Limits& limits) {
  const auto program = ground_rules(rules, limits);
  if (!program) return program.error();
  circuit::BuildOptions options;
  options.memory_bytes = limits.memory_bytes;
  options.time = limits.time;
  const auto built = circuit::build(*program, options);
  if (!built) return built.error();
  Result<std::shared_ptr<const engines::CircuitEngine>> engine = engines::CircuitEngine::create(*built);
  if (!engine) return engine.error();
  return game::AnyEngine("circuit", *engine);
}
#endif

struct Entry {
  const char* name;
  Maker make;
};
constexpr Entry kEngines[] = {
    {"prover", make_prover},
    {"chainer", make_chainer},
    {"updater", make_updater},
#if AGON_CLI_CIRCUIT
    {"circuit", make_circuit},
#endif
};

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kEngines) names.emplace_back(entry.name);
  return names;
}

Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits) {
  for (const Entry& entry : kEngines) {
    if (name == entry.name) return entry.make(rules, limits);
  }
  return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name),
                   fmt::format("choose one of: {}", fmt::join(engine_names(), ", ")));
}

}  // namespace agon::cli
