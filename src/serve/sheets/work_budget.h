// The budget of one request about rules: wall-clock time over all its questions, and the size of its answer. Memory is bounded by
// the process that does the work (rules_worker.h).
#pragma once

#include <chrono>
#include <cstddef>

#include "base/limits.h"

namespace agon::serve {

class WorkBudget {
 public:
  using Clock = std::chrono::steady_clock;

  explicit WorkBudget(std::chrono::milliseconds time = std::chrono::hours(1), std::size_t answer_bytes = ~std::size_t{0})
      : deadline_(Clock::now() + time), bytes_left_(answer_bytes) {}

  [[nodiscard]] double seconds_left() const { return std::chrono::duration<double>(deadline_ - Clock::now()).count(); }
  // Throws LimitReached when the time is over; asked between two steps of the work.
  void check() const {
    if (Clock::now() > deadline_)
      throw LimitReached("out-of-time", "This takes longer than one request may.", "Ask for less, or make the rules smaller.");
  }
  // Counts a part of the answer; throws LimitReached when it is too much.
  void spend(std::size_t bytes) {
    if (bytes > bytes_left_)
      throw LimitReached("answer-too-large", "The answer is larger than one request may have.", "Ask for fewer steps.");
    bytes_left_ -= bytes;
  }

 private:
  Clock::time_point deadline_;
  std::size_t bytes_left_;
};

}  // namespace agon::serve
