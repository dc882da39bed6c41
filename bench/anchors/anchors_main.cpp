// Speed of the hand-written programs on this machine, one thread: anchors [seconds a game] [game].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/anchors/all.h"

namespace {

using namespace agon::anchors;

class Clock {
 public:
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Nodes a second of the minimax driver, deepening from the start until the time is up.
template <Anchor G>
double minimax_speed(double seconds) {
  const Clock clock;
  const auto stop = [&, next = std::uint64_t{0}](std::uint64_t nodes) mutable {
    if (nodes < next) return false;
    next = nodes + 10'000;  // a look at the clock costs more than a node
    return clock.seconds() >= seconds;
  };
  std::uint64_t total = 0;
  for (int depth = 1; clock.seconds() < seconds; ++depth) {
    auto this_stop = stop;
    std::uint64_t nodes = 0;
    const bool exhausted = minimax(typename G::Position{}, depth, nodes, this_stop);
    total += nodes;
    if (exhausted) depth = 0;  // a small game: once more
  }
  return static_cast<double>(total) / clock.seconds();
}

template <Anchor G>
void measure(double seconds) {
  constexpr std::uint64_t kBatch = 1000;
  Rng rng(1);
  Totals sum;
  const Clock clock;
  double elapsed = 0;
  do {
    const Totals batch = playouts<G>(rng, kBatch);
    sum.playouts += batch.playouts;
    sum.plies += batch.plies;
    for (std::size_t role = 0; role < sum.goals.size(); ++role) sum.goals[role] += batch.goals[role];
    elapsed = clock.seconds();
  } while (elapsed < seconds);
  const auto count = static_cast<double>(sum.playouts);
  std::printf("%-13s %13.0f %12.0f %11.2f %9.2f %9.2f %15.0f\n", G::kName, static_cast<double>(sum.plies) / elapsed,
              count / elapsed, static_cast<double>(sum.plies) / count, static_cast<double>(sum.goals[0]) / count,
              static_cast<double>(sum.goals[1]) / count, minimax_speed<G>(seconds));
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
  const char* only = argc > 2 ? argv[2] : nullptr;
  if (seconds <= 0) {
    std::fputs("usage: anchors [seconds a game] [game]\n", stderr);
    return 2;
  }
  std::printf("%-13s %13s %12s %11s %9s %9s %15s\n", "game", "states/s", "playouts/s", "mean length", "1st goal", "2nd goal",
              "minimax nodes/s");
  bool found = false;
  for_each_anchor([&]<Anchor G>() {
    if (only != nullptr && std::strcmp(only, G::kName) != 0 && std::strcmp(only, G::kSheet) != 0) return;
    found = true;
    measure<G>(seconds);
  });
  if (!found) std::fprintf(stderr, "no anchor is called %s\n", only);
  return found ? 0 : 2;
}
