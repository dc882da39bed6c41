// A clock for inner loops: it is looked at seldom, often enough to ring within about a millisecond of the time it was set to.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace agon::lab {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

class Alarm {
 public:
  explicit Alarm(double seconds) : limit_(seconds) {}

  // `done` counts work of about equal pieces. A look costs more than a fast engine's state, so the next one is set by the rate so
  // far.
  bool rings(std::uint64_t done) { return done >= next_look_ && look(done); }
  [[nodiscard]] bool rung() const { return rung_; }
  [[nodiscard]] double seconds() const { return watch_.seconds(); }

 private:
  bool look(std::uint64_t done) {
    if (rung_) return true;
    const double now = watch_.seconds();
    rung_ = now >= limit_;
    if (rung_) return true;
    const double rate = static_cast<double>(done) / std::max(now, 1e-6);
    const double pause = std::min(0.001, (limit_ - now) / 2);
    next_look_ = done + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(rate * pause));
    return false;
  }

  Stopwatch watch_;
  double limit_;
  std::uint64_t next_look_ = 0;
  bool rung_ = false;
};

}  // namespace agon::lab
