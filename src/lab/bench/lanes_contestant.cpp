#include "lab/bench/lanes_contestant.h"

namespace agon::lab {

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

// Means are those of the timed playouts. The lengths one by one would cost time there, so how far they scatter is taken from others.
PlayoutStatistics LanesContestant::statistics(unsigned threads) {
  const engines::PlayoutTotals& totals = totals_[threads];
  PlayoutStatistics result;
  result.cut = totals.cut;
  Sample lengths;
  const engines::PlayoutTotals sample = lanes_->playouts(4, 4, ++seed_, 1, true);
  for (std::size_t n = 0; n < sample.lengths.size(); ++n) lengths.add(static_cast<double>(n), sample.lengths[n]);
  const auto n = static_cast<double>(totals.playouts);
  result.length = lengths;
  result.length.count = totals.playouts;
  result.length.sum = static_cast<double>(totals.states);
  result.length.squares = n < 1 ? 0 : lengths.variance() * (n - 1) + result.length.sum * result.length.sum / n;
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
