// Lazy initialisation, once and thread-safe. Concurrent callers wait for this value and for no other.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace agon {

template <class T>
class Lazy {
 public:
  // Made by `make` on the first call. If it throws, the next call tries again.
  template <class Make>
  const T& get(Make&& make) {
    if (const T* const there = peek()) return *there;
    const std::lock_guard lock(mutex_);
    if (!value_) {
      value_.emplace(std::forward<Make>(make)());
      ready_.store(true, std::memory_order_release);
    }
    return *value_;
  }
  // The value if it exists; never blocks.
  [[nodiscard]] const T* peek() const { return ready_.load(std::memory_order_acquire) ? &*value_ : nullptr; }

 private:
  std::mutex mutex_;  // held while the value is made
  std::optional<T> value_;
  std::atomic<bool> ready_{false};
};

}  // namespace agon
