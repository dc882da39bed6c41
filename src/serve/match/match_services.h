// What all matches of a server share: threads, the store, process permits, and the timeouts they are run with.
#pragma once

#include <functional>
#include <string>

#include "serve/async/async_semaphore.h"
#include "serve/json_fwd.h"
#include "serve/match/arbiter_budget.h"
#include "serve/match/seat_players.h"
#include "serve/match/step/step_clock.h"
#include "serve/net.h"
#include "serve/store/store.h"

namespace agon::serve {

struct MatchLimits {
  StepTimeouts timeouts;
  std::size_t most_steps = 10'000;
  ArbiterBudget arbiter;  // of each match
};

struct MatchServices {
  asio::io_context& io;
  asio::thread_pool& workers;
  Store& store;
  AsyncSemaphore& processes;
  MakeLink make_link;
  MatchLimits limits;
  std::function<void(const std::string& id)> changed;    // the summary is another one
  std::function<Json(const std::string& game)> hint_of;  // how to draw a library game better, or null
};

}  // namespace agon::serve
