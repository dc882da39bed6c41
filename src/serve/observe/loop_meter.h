// How long the event loop works without a pause, and how late it is: everything with a connection, a match or a timer waits for the
// handler that runs, so one that takes long delays everybody.
//
// The work of a handler is measured as processor time of the thread: what other programs of the machine take away does not count.
// Lag is what a timer meets, everything included.
#pragma once

#include "serve/net.h"
#include "serve/observe/histogram.h"

namespace agon::serve {

class LoopMeter {
 public:
  static constexpr std::chrono::milliseconds kProbe{100};

  // Runs the handlers of the loop until it is stopped or has no work left, as io.run() does; exceptions come out in the same way.
  void run(asio::io_context& io);
  // Notes the lag of a timer, for ever.
  [[nodiscard]] asio::awaitable<void> probe(asio::io_context& io);

  // Seconds of processor time of each handler.
  [[nodiscard]] const Histogram& work() const { return work_; }
  [[nodiscard]] double longest() const { return longest_; }
  // Seconds by which a timer was late.
  [[nodiscard]] const Histogram& lag() const { return lag_; }

 private:
  Histogram work_{{0.0001, 0.0003, 0.001, 0.002, 0.005, 0.02, 0.1, 0.5}};
  Histogram lag_{{0.001, 0.005, 0.025, 0.1, 0.25, 1.0}};
  double longest_ = 0;
};

}  // namespace agon::serve
