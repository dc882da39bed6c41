// A condition variable for one waiting coroutine, with a timeout. A notification that finds nobody waiting is lost, so the waiter
// looks at its condition before each wait; all of it happens on one thread, so nothing changes in between.
#pragma once

#include "serve/net.h"

namespace agon::serve {

class AsyncSignal {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  explicit AsyncSignal(asio::io_context& io) : timer_(io) {}

  void notify() { timer_.cancel(); }
  // False: the deadline came first.
  [[nodiscard]] asio::awaitable<bool> wait_until(Deadline deadline) {
    boost::system::error_code woken;
    timer_.expires_at(deadline);
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    co_return static_cast<bool>(woken);
  }

 private:
  asio::steady_timer timer_;
};

}  // namespace agon::serve
