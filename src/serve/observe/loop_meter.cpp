#include "serve/observe/loop_meter.h"

#include <algorithm>
#include <ctime>

namespace agon::serve {
namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

void LoopMeter::run(asio::io_context& io) {
  double before = thread_seconds();
  while (io.run_one() > 0) {
    const double now = thread_seconds();
    const double work = now - before;
    before = now;
    work_.note(work);
    longest_ = std::max(longest_, work);
  }
}

asio::awaitable<void> LoopMeter::probe(asio::io_context& io) {
  asio::steady_timer timer(io);
  for (;;) {
    timer.expires_after(kProbe);
    co_await timer.async_wait(asio::use_awaitable);
    lag_.note(std::chrono::duration<double>(std::chrono::steady_clock::now() - timer.expiry()).count());
  }
}

}  // namespace agon::serve
