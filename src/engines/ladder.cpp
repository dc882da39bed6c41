#include "engines/ladder.h"

#include <algorithm>

#include "base/background.h"

namespace agon::engines {
namespace {

std::string reason_of(const Error& error) { return error.diagnostics.front().message; }

}  // namespace

Result<std::unique_ptr<Ladder>> Ladder::start(Workshop& workshop) {
  Result<game::AnyEngine> lowest = workshop.engine(workshop.table().ladder().front()->name);
  if (!lowest) return lowest.error();
  return std::unique_ptr<Ladder>(new Ladder(workshop, std::move(*lowest)));
}

Ladder::Ladder(Workshop& workshop, game::AnyEngine lowest)
    : workshop_(workshop), kinds_(workshop.table().ladder()), start_(std::chrono::steady_clock::now()), best_(std::move(lowest)) {
  for (const EngineKind* kind : kinds_) rungs_.push_back({kind->name, Rung::Status::Waiting, 0, {}});
  rungs_.front().status = Rung::Status::Ready;
  climber_ = std::thread([this] {
    work_in_background();
    try {
      climb();
    } catch (const std::exception& problem) {  // out of memory, say: the engine in use stays
      for (std::size_t rung = 1; rung < rungs_.size(); ++rung) reach(rung, Rung::Status::Failed, problem.what());
    }
    const std::lock_guard lock(mutex_);
    finished_ = true;
    over_.notify_all();
  });
}

Ladder::~Ladder() {
  stop_ = true;
  workshop_.stop();
  climber_.join();
}

// Ready and failed are final.
void Ladder::reach(std::size_t rung, Rung::Status status, std::string reason) {
  const std::lock_guard lock(mutex_);
  Rung& entry = rungs_[rung];
  if (entry.status == Rung::Status::Ready || entry.status == Rung::Status::Failed) return;
  entry = {entry.engine, status, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(),
           std::move(reason)};
}

bool Ladder::surpassed(std::size_t rung) const {
  // An engine on a circuit that exists already takes milliseconds to build.
  const auto is_near = [&](const EngineKind& kind) {
    return kind.source == EngineKind::Source::Circuit ? workshop_.ready_circuit() != nullptr
                                                      : workshop_.ready_engine(kind.name).has_value();
  };
  if (!kinds_[rung]->steps()) return false;
  return std::any_of(kinds_.begin() + static_cast<std::ptrdiff_t>(rung) + 1, kinds_.end(),
                     [&](const EngineKind* above) { return above->steps() && is_near(*above); });
}

void Ladder::climb(const EngineKind& kind, std::size_t rung) {
  if (!kind.steps()) {
    const auto lanes = workshop_.lanes();
    if (!lanes) return reach(rung, Rung::Status::Failed, reason_of(lanes.error()));
    const std::lock_guard lock(mutex_);
    lanes_ = *lanes;
  } else {
    const Result<game::AnyEngine> engine = workshop_.engine(kind.name);
    if (!engine) return reach(rung, Rung::Status::Failed, reason_of(engine.error()));
    const std::lock_guard lock(mutex_);
    best_ = *engine;
  }
  reach(rung, Rung::Status::Ready);
}

void Ladder::climb() {
  for (std::size_t rung = 1; rung < kinds_.size() && !stop_; ++rung) {
    const bool skip = surpassed(rung);
    reach(rung, skip ? Rung::Status::Skipped : Rung::Status::Building);
    if (!skip) climb(*kinds_[rung], rung);
  }
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
