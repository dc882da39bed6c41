// A strand for the arbiter of a match: one question at a time, on the worker pool, in the order in which they were asked.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "serve/async/async_mutex.h"
#include "serve/match/arbiter.h"

namespace agon::serve {

class ArbiterStrand {
 public:
  ArbiterStrand(asio::io_context& io, asio::thread_pool& workers, SharedKit kit, std::vector<std::uint32_t> informed,
                const ArbiterBudget& budget)
      : state_(std::make_shared<State>(io, workers, std::move(kit), std::move(informed), budget)) {}

  // Calls `work(Arbiter&)` on a worker and gives what it returns; exceptions come along. The arbiter is made by the first question,
  // because that may take long too. It may outlive the coroutine frame that asked: `work` must own what it touches.
  template <class Work>
  [[nodiscard]] asio::awaitable<std::invoke_result_t<Work, Arbiter&>> ask(Work work) {
    const std::shared_ptr<State> state = state_;
    const AsyncMutex::Guard guard = co_await state->mutex.lock();
    auto task = [state, work = std::move(work)]() mutable {
      if (!state->arbiter) state->arbiter.emplace(state->kit, state->informed, state->budget);
      return work(*state->arbiter);
    };
    co_return co_await on_workers(state->workers, std::move(task));
  }

 private:
  struct State {
    State(asio::io_context& io, asio::thread_pool& pool, SharedKit sheet, std::vector<std::uint32_t> roles,
          const ArbiterBudget& most)
        : mutex(io.get_executor()), workers(pool), kit(std::move(sheet)), informed(std::move(roles)), budget(most) {}
    AsyncMutex mutex;
    asio::thread_pool& workers;
    SharedKit kit;
    std::vector<std::uint32_t> informed;
    ArbiterBudget budget;
    std::optional<Arbiter> arbiter;
  };
  std::shared_ptr<State> state_;
};

}  // namespace agon::serve
