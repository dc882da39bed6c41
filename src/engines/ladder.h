// Tiered execution, as in a JIT compiler: a game is playable at once on the prover, while faster engines are built in the
// background. A game for which no faster engine can be built stays on the rung it has reached and still plays.
//
// A player asks `best()` before each move. Engines differ in their representation of moves and states; a player that changes
// engines replays the moves of its match (they are few, and the new engine is fast).
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engines/workshop.h"

namespace agon::engines {

// The status of one rung.
struct Rung {
  std::string engine;
  enum class Status : std::uint8_t { Waiting, Building, Ready, Failed, Skipped } status = Status::Waiting;
  double seconds = 0;  // since the start of the climb, when it was ready or failed
  std::string reason;  // of a failure
};

class Ladder {
 public:
  // Fails only if the lowest engine cannot play the rules. What the workshop has already is not built again, and rungs below it are
  // skipped. The workshop must outlive the ladder.
  static Result<std::unique_ptr<Ladder>> start(Workshop& workshop);
  ~Ladder();  // stops the workshop, and waits
  Ladder(const Ladder&) = delete;
  Ladder& operator=(const Ladder&) = delete;

  [[nodiscard]] game::AnyEngine best() const;
  [[nodiscard]] std::shared_ptr<const Lanes> lanes() const;  // null until they are ready
  [[nodiscard]] std::vector<Rung> rungs() const;
  // Waits until the climb is over, or for this long; true if it is over.
  bool wait_for(std::chrono::milliseconds time) const;

 private:
  Ladder(Workshop& workshop, game::AnyEngine lowest);
  void climb();
  void climb(const EngineKind& kind, std::size_t rung);
  // An engine that is ready above this rung makes it worthless.
  [[nodiscard]] bool surpassed(std::size_t rung) const;
  void reach(std::size_t rung, Rung::Status status, std::string reason = {});

  Workshop& workshop_;
  const std::vector<const EngineKind*> kinds_;
  std::chrono::steady_clock::time_point start_;
  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;  // guards what follows
  mutable std::condition_variable over_;
  bool finished_ = false;
  game::AnyEngine best_;
  std::shared_ptr<const Lanes> lanes_;
  std::vector<Rung> rungs_;
  std::thread climber_;
};

}  // namespace agon::engines
