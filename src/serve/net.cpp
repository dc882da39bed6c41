#include "serve/net.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace agon::serve {

asio::awaitable<void> run_on(asio::thread_pool& workers, std::function<void()> work) {
  const asio::any_io_executor home = co_await asio::this_coro::executor;
  const auto initiate = [&](auto handler) {
    const auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    asio::post(workers, [shared, home, task = std::move(work)] {
      task();
      asio::post(home, [shared] { (*shared)(); });
    });
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, asio::use_awaitable);
}

void spawn(asio::io_context& io, asio::awaitable<void> work, const char* what) {
  asio::co_spawn(io, std::move(work), [what](const std::exception_ptr& problem) {
    if (!problem) return;
    try {
      std::rethrow_exception(problem);
    } catch (const std::exception& wrong) {
      spdlog::error("{}: {}", what, wrong.what());
    }
  });
}

}  // namespace agon::serve
