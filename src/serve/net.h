// Boost.Asio under a short name, and offloading: a coroutine on the event loop hands long work to a thread pool and goes on when it
// is done.
//
// Everything that has a connection, a match or a timer lives on the thread that runs the io_context; so none of it needs a lock.
// Whatever takes more than a moment (reading rules, asking an engine) goes through on_workers.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace agon::serve {

namespace asio = boost::asio;

// Runs `work` on a worker, which must not throw, and goes on where the caller was.
[[nodiscard]] asio::awaitable<void> run_on(asio::thread_pool& workers, std::function<void()> work);

// The same with a value; exceptions come along. `work` may outlive a caller that was destroyed: it must own what it touches.
template <class Work>
asio::awaitable<std::invoke_result_t<Work>> on_workers(asio::thread_pool& workers, Work work) {
  using Value = std::invoke_result_t<Work>;
  struct Job {
    explicit Job(Work w) : work(std::move(w)) {}
    Work work;
    std::optional<Value> value;
    std::exception_ptr problem;
  };
  const auto job = std::make_shared<Job>(std::move(work));
  std::function<void()> run = [job] {
    try {
      job->value.emplace(job->work());
    } catch (...) {
      job->problem = std::current_exception();
    }
  };
  co_await run_on(workers, std::move(run));
  if (job->problem) std::rethrow_exception(job->problem);
  co_return std::move(*job->value);
}

// Starts a coroutine of its own. What it throws goes into the log with `what` it was about, and no further.
void spawn(asio::io_context& io, asio::awaitable<void> work, const char* what);

// Milliseconds since 1970, for records and pages.
[[nodiscard]] inline std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace agon::serve
