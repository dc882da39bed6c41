// A deadline that is polled.
#pragma once

#include <chrono>

#include "base/limits.h"

namespace agon::engines::chainer {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Deadline(std::chrono::milliseconds time = std::chrono::milliseconds{0})
      : end_(time.count() > 0 ? Clock::now() + time : Clock::time_point::max()) {}
  [[nodiscard]] bool passed() const { return end_ != Clock::time_point::max() && Clock::now() > end_; }
  void check() const {
    if (passed())
      throw LimitReached("out-of-time", "forward chaining took longer than the time limit", "raise the limit with --time");
  }

 private:
  Clock::time_point end_;
};

inline double seconds_since(Deadline::Clock::time_point start) {
  return std::chrono::duration<double>(Deadline::Clock::now() - start).count();
}

}  // namespace agon::engines::chainer
