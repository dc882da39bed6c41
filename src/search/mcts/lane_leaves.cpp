#include "search/mcts/lane_leaves.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace agon::search::mcts {

LaneLeaves::LaneLeaves(std::shared_ptr<const engines::Lanes> lanes) : batcher_(std::move(lanes)) {}

std::size_t LaneLeaves::batch_size(const Options& options, std::uint32_t root_visits, std::uint32_t untried) {
  if (options.batch_leaves > 0) return options.batch_leaves;
  constexpr std::size_t kMostTogether = 64;  // more at once would leave each with too few playouts to tell them apart
  constexpr std::size_t kMost = 256;
  const auto grown = static_cast<std::size_t>(std::sqrt(static_cast<double>(root_visits)));
  return std::clamp<std::size_t>(std::max<std::size_t>(grown, std::min<std::size_t>(untried, kMostTogether)), 1, options.fan > 0 ? kMost : kMostTogether);
}

std::size_t LaneLeaves::add(std::span<const std::byte> state) {
  if (count_ == starts_.size()) starts_.emplace_back();
  engines::StateWords& words = starts_[count_++];
  words.resize(state.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), state.data(), state.size());
  return count_ - 1;
}

std::uint64_t LaneLeaves::evaluate(const Options& options, std::uint64_t seed) {
  if (count_ == 0) return 0;
  const auto per_leaf = static_cast<std::uint32_t>(std::max<std::size_t>(1, options.batch_playouts / count_));
  result_ = &batcher_.run(std::span(starts_).first(count_), per_leaf, seed);
  return result_->states;
}

double LaneLeaves::value(std::size_t leaf, std::size_t role) const {
  const double playouts = std::max(1U, result_->playouts[leaf]);
  return static_cast<double>(result_->goal_sum(leaf, role)) / (100 * playouts);
}

}  // namespace agon::search::mcts
