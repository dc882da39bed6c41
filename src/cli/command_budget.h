// The budget of one command from its start to its end: a deadline and a number of bytes.
//
//   start           what is left(), for each stage           deadline      grace
//     |----- read ------ ground ------ search ------ print -----|------------X
//
// Stages account for themselves, which makes the good messages. Behind them stands a wall for what does not look at a clock or
// count its bytes: a watchdog thread that reports the overrun and ends the process a grace period after the deadline, and a
// resource limit on the data segment (RLIMIT_DATA) beyond which allocations fail with std::bad_alloc.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>

#include "base/limits.h"

namespace agon::cli {

// Memory beyond the bytes of a command, for the program itself: stacks of threads, buffers of output, fragmentation.
inline constexpr std::size_t kProgramBytes = std::size_t{64} << 20U;
inline constexpr std::chrono::milliseconds kGrace{1'000};

// Data and stack of this process in bytes, as the system counts them against RLIMIT_DATA; 0 if it does not say.
[[nodiscard]] std::size_t data_bytes();

class CommandBudget {
 public:
  using Clock = std::chrono::steady_clock;
  struct Size {
    std::chrono::milliseconds time{0};  // 0: none
    std::size_t memory_bytes = 0;       // of the reasoner: rules, engines, answers
    std::size_t search_bytes = 0;       // of a search, beside it
  };
  // `on_overrun` is called on the watchdog's thread, once, and must not return: nothing else can end what the command is doing.
  CommandBudget(const Size& size, std::function<void(const Error&)> on_overrun);
  ~CommandBudget();  // takes the wall down
  CommandBudget(const CommandBudget&) = delete;
  CommandBudget& operator=(const CommandBudget&) = delete;

  // For the next stage: the time until the deadline, and the memory that this process does not use yet.
  [[nodiscard]] Limits left() const;
  // For loops over many short questions: throws LimitReached behind the deadline.
  void check() const;

 private:
  void watch(const std::function<void(const Error&)>& on_overrun);
  [[nodiscard]] Error overrun() const;

  const Size size_;
  const Clock::time_point deadline_;
  const std::size_t base_bytes_;
  const std::size_t data_limit_before_;  // of the system, to be restored
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread watchdog_;
};

// Lets the process report an error although its budget is used up: allocations succeed again.
void take_memory_wall_down();

}  // namespace agon::cli
