// The ladder: a game is playable at once on the prover, while faster engines are built in the background within a budget. A game that
// cannot climb stays where it is and still plays.
//
// Whoever plays asks `best()` before each move. States of different engines are different types; a player that changes engines replays
// the moves of its match (they are few, and the new engine is fast).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/limits.h"
#include "engines/lanes/lanes.h"
#include "game/any_engine.h"
#include "gdl/rules.h"

namespace agon::engines {

struct LadderOptions {
  Limits limits;                                     // of the prover
  std::chrono::milliseconds time{60'000};            // for the whole climb
  std::size_t memory_bytes = std::size_t{4} << 30U;  // for grounding and circuit
  LanesOptions lanes;
  // What somebody has built already: the climb starts there.
  std::shared_ptr<const circuit::Circuit> built_circuit;
  std::shared_ptr<const Lanes> built_lanes;
};

// One rung: where it stands.
struct Rung {
  std::string engine;
  enum class Status : std::uint8_t { Waiting, Building, Ready, Failed, Skipped } status = Status::Waiting;
  double seconds = 0;   // since the start of the climb, when it was ready or failed
  std::string reason;   // of a failure
};

class Ladder {
 public:
  // Fails only if the prover cannot play the rules. The rules must outlive the ladder.
  static Result<std::unique_ptr<Ladder>> start(const gdl::Rules& rules, const LadderOptions& options = {});
  ~Ladder();  // stops the climb and waits for it
  Ladder(const Ladder&) = delete;
  Ladder& operator=(const Ladder&) = delete;

  [[nodiscard]] game::AnyEngine best() const;
  [[nodiscard]] std::shared_ptr<const Lanes> lanes() const;  // null until they are ready
  [[nodiscard]] std::vector<Rung> rungs() const;
  // Waits until the climb is over, or for this long; true if it is over.
  bool wait_for(std::chrono::milliseconds time) const;

 private:
  Ladder(const gdl::Rules& rules, const LadderOptions& options, game::AnyEngine prover);
  void climb();
  // The circuit, from the rules, with other engines on the way; null if it cannot be built.
  std::shared_ptr<const circuit::Circuit> build_circuit();
  void fail_from(std::size_t rung, const Error& error);
  [[nodiscard]] std::chrono::milliseconds left() const;
  void reach(std::size_t rung, Rung::Status status, std::string reason = {});

  const gdl::Rules& rules_;
  LadderOptions options_;
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
