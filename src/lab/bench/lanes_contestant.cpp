#include "lab/bench/lanes_contestant.h"

#include <algorithm>
#include <cmath>

namespace agon::lab {
namespace {
constexpr std::chrono::duration<double> kSampleTime{0.1};
}

LanesContestant::LanesContestant(std::shared_ptr<const engines::Lanes> lanes, const Stopwatch& since, Preparation preparation)
    : lanes_(std::move(lanes)), preparation_(std::move(preparation)) {
  preparation_.own_bytes += lanes_->code_bytes() + lanes_->memory_bytes();
  preparation_.note = lanes_->note();
  // There is no single legal move to ask for: the first game of every lane stands for it.
  static_cast<void>(lanes_->playouts(1, 1, ++seed_));
  preparation_.first_move_seconds = since.seconds();
  preparation_.ready_seconds = preparation_.first_move_seconds;
}

Round LanesContestant::playouts(double seconds, unsigned threads) {
  const Stopwatch watch;
  const engines::PlayoutTotals totals = lanes_->playouts_for(std::chrono::duration<double>(seconds), ++seed_, threads);
  const Round round{.states = totals.states, .playouts = totals.playouts, .seconds = watch.seconds()};
  const auto [place, fresh] = totals_.try_emplace(threads, totals);
  if (!fresh) place->second.add(totals);
  return round;
}

// Means are those of the timed playouts. The lengths one by one would cost time there, so how far they scatter is taken from
// others; what those are too few to show, a mean between two whole numbers still proves.
PlayoutStatistics LanesContestant::statistics(unsigned threads) {
  const engines::PlayoutTotals& totals = totals_[threads];
  PlayoutStatistics result;
  result.cut = totals.cut;
  if (lengths_.count == 0) {
    const engines::PlayoutTotals others = lanes_->playouts_for(kSampleTime, ++seed_, 1, true);
    for (std::size_t n = 0; n < others.lengths.size(); ++n) lengths_.add(static_cast<double>(n), others.lengths[n]);
  }
  result.length = lengths_;
  result.length.count = totals.playouts;
  result.length.sum = static_cast<double>(totals.states);
  const double mean = result.length.mean();
  const double above = mean - std::floor(mean);
  const double variance = std::max(lengths_.variance(), above * (1 - above));
  result.length.least = std::min(lengths_.least, std::floor(mean));
  result.length.most = std::max(lengths_.most, std::ceil(mean));
  const auto n = static_cast<double>(totals.playouts);
  result.length.squares = variance * std::max(0.0, n - 1) + mean * mean * n;
  for (std::size_t r = 0; r < totals.goals.size(); ++r) {
    const std::vector<int>& values = lanes_->goal_values(RoleId{static_cast<std::uint32_t>(r)});
    Sample goal;
    for (std::size_t v = 0; v < totals.goals[r].size(); ++v) goal.add(values[v], totals.goals[r][v]);
    if (goal.count < totals.playouts) goal.add(0, totals.playouts - goal.count);
    result.goals.push_back(goal);
  }
  return result;
}

}  // namespace agon::lab
