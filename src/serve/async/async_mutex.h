// A FIFO mutex for coroutines of one thread: whoever finds it taken is suspended, and the thread goes on with others.
#pragma once

#include <deque>
#include <memory>

#include "serve/net.h"

namespace agon::serve {

class AsyncMutex {
 public:
  explicit AsyncMutex(asio::any_io_executor executor) : executor_(std::move(executor)) {}

  class Guard {
   public:
    explicit Guard(AsyncMutex* mutex) : mutex_(mutex) {}
    Guard(Guard&& other) noexcept : mutex_(std::exchange(other.mutex_, nullptr)) {}
    Guard& operator=(Guard&&) = delete;
    ~Guard() {
      if (mutex_ != nullptr) mutex_->unlock();
    }

   private:
    AsyncMutex* mutex_;
  };

  // The mutex must outlive the guard.
  [[nodiscard]] asio::awaitable<Guard> lock() {
    if (!locked_) {
      locked_ = true;
      co_return Guard(this);
    }
    auto timer = std::make_shared<asio::steady_timer>(executor_, asio::steady_timer::time_point::max());
    waiting_.push_back(timer);
    boost::system::error_code woken;
    co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, woken));
    co_return Guard(this);  // handed over by unlock, and locked all the time
  }

 private:
  void unlock() {
    if (waiting_.empty()) {
      locked_ = false;
      return;
    }
    const std::shared_ptr<asio::steady_timer> next = std::move(waiting_.front());
    waiting_.pop_front();
    next->cancel();
  }

  asio::any_io_executor executor_;
  bool locked_ = false;
  std::deque<std::shared_ptr<asio::steady_timer>> waiting_;
};

}  // namespace agon::serve
