// A lock for coroutines of one thread: whoever comes waits for those before, without holding the thread.
#pragma once

#include <deque>
#include <memory>

#include "serve/net.h"

namespace agon::serve {

class Turnstile {
 public:
  explicit Turnstile(asio::any_io_executor executor) : executor_(std::move(executor)) {}

  class Pass {
   public:
    explicit Pass(Turnstile* turnstile) : turnstile_(turnstile) {}
    Pass(Pass&& other) noexcept : turnstile_(std::exchange(other.turnstile_, nullptr)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (turnstile_ != nullptr) turnstile_->leave();
    }

   private:
    Turnstile* turnstile_;
  };

  [[nodiscard]] asio::awaitable<Pass> enter() {
    if (!taken_) {
      taken_ = true;
      co_return Pass(this);
    }
    auto timer = std::make_shared<asio::steady_timer>(executor_, asio::steady_timer::time_point::max());
    waiting_.push_back(timer);
    boost::system::error_code woken;
    co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, woken));
    co_return Pass(this);  // it was handed over, and stays taken
  }

 private:
  void leave() {
    if (waiting_.empty()) {
      taken_ = false;
      return;
    }
    const std::shared_ptr<asio::steady_timer> next = std::move(waiting_.front());
    waiting_.pop_front();
    next->cancel();
  }

  asio::any_io_executor executor_;
  bool taken_ = false;
  std::deque<std::shared_ptr<asio::steady_timer>> waiting_;
};

}  // namespace agon::serve
