// Memory accounting: a pool of bytes that all matches of a server share, and the share of one match as a RAII reservation.
//
// What matches keep for good (states, legal moves, terms) is counted here, not allocated. A match that stays small is always
// served: only those that grow large compete for the pool, so no stranger's match can end a modest one.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace agon::serve {

class MemoryPool {
 public:
  explicit MemoryPool(std::size_t bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  // More than three quarters are taken: who keeps something for convenience should let go of it.
  [[nodiscard]] bool crowded() const { return used() > bytes_ - bytes_ / 4; }

 private:
  friend class MemoryShare;
  [[nodiscard]] bool take(std::size_t bytes) {
    std::size_t used = used_.load();
    do {
      if (bytes > bytes_ || used > bytes_ - bytes) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes));
    return true;
  }
  void give_back(std::size_t bytes) { used_.fetch_sub(bytes); }

  const std::size_t bytes_;
  std::atomic<std::size_t> used_{0};
};

class MemoryShare {
 public:
  // So much costs nothing: the ordinary match.
  static constexpr std::size_t kFree = std::size_t{1} << 20U;

  explicit MemoryShare(std::shared_ptr<MemoryPool> pool) : pool_(std::move(pool)) {}
  MemoryShare(MemoryShare&& other) noexcept : pool_(std::move(other.pool_)), taken_(std::exchange(other.taken_, 0)) {}
  MemoryShare& operator=(MemoryShare&&) = delete;
  ~MemoryShare() {
    if (pool_) pool_->give_back(taken_);
  }

  // The whole share is this large from now on. False: the pool has not so much left, and the share is as it was.
  [[nodiscard]] bool resize(std::size_t bytes) {
    const std::size_t wanted = pool_ && bytes > kFree ? bytes - kFree : 0;
    if (wanted > taken_ && !pool_->take(wanted - taken_)) return false;
    if (wanted < taken_) pool_->give_back(taken_ - wanted);
    taken_ = wanted;
    return true;
  }

 private:
  std::shared_ptr<MemoryPool> pool_;  // null: no limit
  std::size_t taken_ = 0;
};

}  // namespace agon::serve
