// An adaptive spin lock for critical sections of about a microsecond: a thread that finds it taken spins for a while before it
// sleeps in the kernel, since waking up costs more than all of the work behind the lock. Spinning only reads (test and
// test-and-set), so that it does not take the cache line away from the thread inside.
#pragma once

#include <atomic>

namespace agon {

class AdaptiveSpinMutex {
 public:
  void lock() {
    constexpr int kLooks = 2'000;
    for (int look = 0; look < kLooks; ++look) {
      State free = State::Free;
      if (state_.load(std::memory_order_relaxed) == free &&
          state_.compare_exchange_weak(free, State::Taken, std::memory_order_acquire))
        return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    // From here on there may be sleepers, also behind us: a thread that acquires the lock this way notifies on release.
    while (state_.exchange(State::Awaited, std::memory_order_acquire) != State::Free)
      state_.wait(State::Awaited, std::memory_order_relaxed);
  }
  void unlock() {
    if (state_.exchange(State::Free, std::memory_order_release) == State::Awaited) state_.notify_one();
  }

 private:
  enum class State : int { Free, Taken, Awaited };
  std::atomic<State> state_{State::Free};
};

}  // namespace agon
