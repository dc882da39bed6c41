// Who is thinking since when, in memory that two processes share. It outlives the process that wrote it, so that a crash or a hang
// can be put down to a player. A message a turn through the pipe lost to this: it costs two system calls and wakes the other
// process, more than a quick player's whole turn.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::lab {

class ThinkingPage {
 public:
  using Clock = std::chrono::steady_clock;  // one for all processes of a machine
  struct Turn {
    std::uint32_t seat = 0;
    bool making = false;  // the player is being made, and has no clock yet
    double seconds = 0;   // so far
  };

  ThinkingPage();  // throws std::bad_alloc
  ~ThinkingPage();
  ThinkingPage(const ThinkingPage&) = delete;
  ThinkingPage& operator=(const ThinkingPage&) = delete;

  void begin_making(std::uint32_t seat) { word_->store(now() << kSeatBits | kMaking | (seat + 1), std::memory_order_relaxed); }
  void begin_turn(std::uint32_t seat) { word_->store(now() << kSeatBits | (seat + 1), std::memory_order_relaxed); }
  void end_turn() { word_->store(now() << kSeatBits, std::memory_order_relaxed); }
  // Nobody's turn: the referee is at work, or nothing happens.
  [[nodiscard]] std::optional<Turn> turn() const;
  [[nodiscard]] double seconds_since_change() const;

 private:
  // Milliseconds and a seat in one word, so that a reader never sees half a change.
  static constexpr unsigned kSeatBits = 16;
  static constexpr std::uint64_t kMaking = 1U << 15U;
  static std::uint64_t now() {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count());
  }
  std::atomic<std::uint64_t>* word_;
};

}  // namespace agon::lab
