// A mutex for what takes a microsecond: whoever finds it taken looks again for a while before going to sleep, since waking up costs more
// than all of the work behind it. Looking only reads, so that it does not slow down the one inside.
#pragma once

#include <atomic>

namespace agon {

class PatientMutex {
 public:
  void lock() {
    constexpr int kLooks = 2'000;
    for (int look = 0; look < kLooks; ++look) {
      State free = State::Free;
      if (state_.load(std::memory_order_relaxed) == free && state_.compare_exchange_weak(free, State::Taken, std::memory_order_acquire)) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    // Somebody may sleep from here on, and stay asleep behind us: whoever comes in this way says so when leaving.
    while (state_.exchange(State::Awaited, std::memory_order_acquire) != State::Free) state_.wait(State::Awaited, std::memory_order_relaxed);
  }
  void unlock() {
    if (state_.exchange(State::Free, std::memory_order_release) == State::Awaited) state_.notify_one();
  }

 private:
  enum class State : int { Free, Taken, Awaited };
  std::atomic<State> state_{State::Free};
};

}  // namespace agon
