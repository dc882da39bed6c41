#include "engines/ladder.h"

#include "base/background.h"
#include "circuit/build.h"
#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "ground/grounder.h"

namespace agon::engines {
namespace {

enum : std::size_t { kProver, kChainer, kUpdater, kCircuit, kLanes };

std::string reason_of(const Error& error) { return error.diagnostics.front().message; }

}  // namespace

Result<std::unique_ptr<Ladder>> Ladder::start(const gdl::Rules& rules, const LadderOptions& options) {
  Result<std::shared_ptr<const Prover>> prover = Prover::create(rules, options.limits);
  if (!prover) return prover.error();
  return std::unique_ptr<Ladder>(new Ladder(rules, options, game::AnyEngine("prover", *prover)));
}

Ladder::Ladder(const gdl::Rules& rules, const LadderOptions& options, game::AnyEngine prover)
    : rules_(rules), options_(options), start_(std::chrono::steady_clock::now()), best_(std::move(prover)) {
  for (const char* engine : {"prover", "chainer", "updater", "circuit", "lanes"}) rungs_.push_back({engine, Rung::Status::Waiting, 0, {}});
  rungs_[kProver].status = Rung::Status::Ready;
  climber_ = std::thread([this] {
    work_in_background();
    try {
      climb();
    } catch (const std::exception& problem) {  // out of memory, say: the engine in use goes on
      for (std::size_t rung = kChainer; rung <= kLanes; ++rung) reach(rung, Rung::Status::Failed, problem.what());
    }
    const std::lock_guard lock(mutex_);
    finished_ = true;
    over_.notify_all();
  });
}

Ladder::~Ladder() {
  stop_ = true;
  climber_.join();
}

// A rung that is ready or failed stays so.
void Ladder::reach(std::size_t rung, Rung::Status status, std::string reason) {
  const std::lock_guard lock(mutex_);
  Rung& entry = rungs_[rung];
  if (entry.status == Rung::Status::Ready || entry.status == Rung::Status::Failed) return;
  entry = {entry.engine, status, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(), std::move(reason)};
}

void Ladder::fail_from(std::size_t rung, const Error& error) {
  for (; rung <= kLanes; ++rung) reach(rung, Rung::Status::Failed, reason_of(error));
}

std::chrono::milliseconds Ladder::left() const {
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
  return std::max(options_.time - spent, std::chrono::milliseconds(1));
}

std::shared_ptr<const circuit::Circuit> Ladder::build_circuit() {
  reach(kChainer, Rung::Status::Building);
  if (auto chainer = Chainer::create(rules_, options_.limits)) {
    const std::lock_guard lock(mutex_);
    best_ = game::AnyEngine("chainer", *chainer);
  } else {
    reach(kChainer, Rung::Status::Failed, reason_of(chainer.error()));
  }
  reach(kChainer, Rung::Status::Ready);

  reach(kUpdater, Rung::Status::Building);
  ground::GroundOptions grounding{.time = left(), .memory_bytes = options_.memory_bytes, .decompose = true, .progress = {}};
  grounding.progress = [this](const ground::Progress&) {
    if (stop_) throw LimitReached("stopped", "the ladder is not wanted any more", "");
  };
  const auto program = ground::ground(rules_, grounding);
  if (!program) {
    fail_from(kUpdater, program.error());
    return nullptr;
  }
  if (auto updater = Updater::create(*program)) {
    const std::lock_guard lock(mutex_);
    best_ = game::AnyEngine("updater", *updater);
  } else {
    reach(kUpdater, Rung::Status::Failed, reason_of(updater.error()));
  }
  reach(kUpdater, Rung::Status::Ready);

  reach(kCircuit, Rung::Status::Building);
  const auto circuit = circuit::build(
      *program, {.passes = {}, .memory_bytes = options_.memory_bytes, .time = left(), .stop = [this] { return stop_.load(); }});
  if (!circuit) {
    fail_from(kCircuit, circuit.error());
    return nullptr;
  }
  return *circuit;
}

void Ladder::climb() {
  for (const std::size_t rung : {kChainer, kUpdater}) {
    if (options_.built_circuit) reach(rung, Rung::Status::Skipped);
  }
  const std::shared_ptr<const circuit::Circuit> circuit = options_.built_circuit ? options_.built_circuit : build_circuit();
  if (!circuit) return;
  const auto engine = CircuitEngine::create(circuit);
  if (!engine) return fail_from(kCircuit, engine.error());
  {
    const std::lock_guard lock(mutex_);
    best_ = game::AnyEngine("circuit", *engine);
  }
  reach(kCircuit, Rung::Status::Ready);
  if (stop_) return;

  reach(kLanes, Rung::Status::Building);
  const auto lanes = options_.built_lanes ? Result<std::shared_ptr<const Lanes>>(options_.built_lanes) : Lanes::create(circuit, options_.lanes);
  if (!lanes) return fail_from(kLanes, lanes.error());
  {
    const std::lock_guard lock(mutex_);
    lanes_ = *lanes;
  }
  reach(kLanes, Rung::Status::Ready);
}

game::AnyEngine Ladder::best() const {
  const std::lock_guard lock(mutex_);
  return best_;
}
std::shared_ptr<const Lanes> Ladder::lanes() const {
  const std::lock_guard lock(mutex_);
  return lanes_;
}
std::vector<Rung> Ladder::rungs() const {
  const std::lock_guard lock(mutex_);
  return rungs_;
}
bool Ladder::wait_for(std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  return over_.wait_for(lock, time, [&] { return finished_; });
}

}  // namespace agon::engines
