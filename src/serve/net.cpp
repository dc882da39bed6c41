#include "serve/net.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <new>
#include <thread>

namespace agon::serve {
namespace {

// Back to the event loop. A worker has nobody to tell that there is no memory for it: it tries until there is.
template <class Task>
void post_surely(const asio::any_io_executor& home, const Task& task) {
  for (;;) {
    try {
      asio::post(home, task);
      return;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

}  // namespace

asio::awaitable<void> run_on(asio::thread_pool& workers, std::function<void()> work) {
  const asio::any_io_executor home = co_await asio::this_coro::executor;
  const auto initiate = [&](auto handler) {
    const auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    asio::post(workers, [shared, home, task = std::move(work)] {
      task();
      post_surely(home, [shared] { (*shared)(); });
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
