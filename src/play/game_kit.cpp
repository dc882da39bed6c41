#include "play/game_kit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "circuit/build.h"
#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "ground/grounder.h"

namespace agon::play {
namespace {

template <class E>
Result<game::AnyEngine> wrap(const char* name, const Result<std::shared_ptr<const E>>& engine) {
  if (!engine) return engine.error();
  return game::AnyEngine(name, *engine);
}

}  // namespace

GameKit::GameKit(gdl::Rules rules, const Limits& limits) : rules_(std::move(rules)), limits_(limits) {}
GameKit::~GameKit() = default;

std::vector<std::string> GameKit::engine_names() { return {"prover", "chainer", "updater", "circuit"}; }

Result<game::AnyEngine> GameKit::engine(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return cached_engine(name);
}

Result<game::AnyEngine> GameKit::cached_engine(const std::string& name) {
  const auto found = engines_.find(name);
  if (found != engines_.end()) return found->second;
  return engines_.emplace(name, build(name)).first->second;
}

Result<game::AnyEngine> GameKit::best_engine() {
  const std::lock_guard lock(mutex_);
  for (const char* name : {"circuit", "chainer"}) {
    if (Result<game::AnyEngine> engine = cached_engine(name)) return engine;
  }
  return cached_engine("prover");
}

Result<game::AnyEngine> GameKit::build(const std::string& name) {
  if (name == "prover") return wrap("prover", engines::Prover::create(rules_, limits_));
  if (name == "chainer") return wrap("chainer", engines::Chainer::create(rules_, limits_));
  if (name == "updater") {
    const auto& program = ground();
    return program ? wrap("updater", engines::Updater::create(*program)) : Result<game::AnyEngine>(program.error());
  }
  if (name == "circuit") {
    const auto& built = circuit();
    return built ? wrap("circuit", engines::CircuitEngine::create(*built)) : Result<game::AnyEngine>(built.error());
  }
  return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name),
                   fmt::format("choose one of: {}", fmt::join(engine_names(), ", ")));
}

const Result<std::shared_ptr<const ground::GroundProgram>>& GameKit::ground() {
  if (!ground_) ground_.emplace(ground::ground(rules_, {.time = limits_.time, .memory_bytes = limits_.memory_bytes, .decompose = true, .progress = {}}));
  return *ground_;
}

const Result<std::shared_ptr<const circuit::Circuit>>& GameKit::circuit() {
  if (circuit_) return *circuit_;
  const auto& program = ground();
  if (!program) {
    circuit_.emplace(program.error());
    return *circuit_;
  }
  circuit::BuildOptions options;
  options.memory_bytes = limits_.memory_bytes;
  options.time = limits_.time;
  circuit_.emplace(circuit::build(*program, options));
  return *circuit_;
}

Result<std::shared_ptr<const engines::Lanes>> GameKit::lanes() {
  const std::lock_guard lock(mutex_);
  if (!lanes_) {
    const auto& built = circuit();
    if (built) {
      lanes_.emplace(engines::Lanes::create(*built));
    } else {
      lanes_.emplace(built.error());
    }
  }
  return *lanes_;
}

std::optional<search::minimax::GoalSum> GameKit::goal_sum() {
  const Result<game::AnyEngine> engine = this->engine("circuit");
  if (!engine) return {};
  std::unique_lock lock(mutex_);
  const std::shared_ptr<const circuit::Circuit> built = *circuit();
  lock.unlock();
  return goal_inquiry_.sum(*engine, built, Patience::Wait);
}

std::optional<int> GameKit::constant_sum() {
  const std::optional<search::minimax::GoalSum> sum = goal_sum();
  return sum && sum->proved ? std::optional(sum->sum) : std::nullopt;
}

Result<engines::Ladder*> GameKit::ladder() {
  const std::lock_guard lock(mutex_);
  if (!ladder_) {
    engines::LadderOptions options;
    options.limits = limits_;
    options.time = limits_.time;
    options.memory_bytes = limits_.memory_bytes;
    if (circuit_ && circuit_->ok()) options.built_circuit = **circuit_;
    if (lanes_ && lanes_->ok()) options.built_lanes = **lanes_;
    ladder_.emplace(engines::Ladder::start(rules_, options));
  }
  if (!*ladder_) return ladder_->error();
  return (*ladder_)->get();
}

}  // namespace agon::play
