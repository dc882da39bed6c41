// A pause for a coroutine that works off a long list: the event loop does everything else that is ready, and then it goes on.
#pragma once

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include "serve/net.h"

namespace agon::serve {

[[nodiscard]] inline asio::awaitable<void> let_others_go_first() {
  const asio::any_io_executor home = co_await asio::this_coro::executor;
  co_await asio::post(home, asio::use_awaitable);
}

}  // namespace agon::serve
