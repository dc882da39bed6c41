#include "search/mcts/playout/lane_leaves.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace agon::search::mcts {

LaneLeaves::LaneLeaves(std::shared_ptr<const engines::Lanes> lanes, std::size_t roles, const Options& options, std::uint64_t seed)
    : batch_leaves_(options.batch_leaves),
      fan_(options.fan),
      playouts_(options.batch_playouts),
      stream_(std::move(lanes), options.batch_playouts, seed) {
  result_.roles = roles;
}

void LaneLeaves::suit(std::uint32_t root_visits, std::uint32_t untried) {
  constexpr std::uint32_t kMostTogether = 64;  // more at once would leave each with too few playouts to tell them apart
  constexpr std::uint32_t kMost = 256;
  const auto grown = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(root_visits)));
  const std::uint32_t wanted =
      std::clamp<std::uint32_t>(std::max(grown, std::min(untried, kMostTogether)), 1, fan_ > 0 ? kMost : kMostTogether);
  per_leaf_ = std::max(1U, playouts_ / (batch_leaves_ > 0 ? batch_leaves_ : wanted));
}

std::size_t LaneLeaves::add(std::span<const std::byte> state, std::size_t together) {
  if (free_.empty()) {
    free_.push_back(leaves_.size());
    leaves_.emplace_back();
    result_.playouts.push_back(0);
    result_.cut.push_back(0);
    result_.goal_sums.resize(result_.goal_sums.size() + result_.roles);
  }
  const std::size_t number = free_.back();
  free_.pop_back();
  Leaf& leaf = leaves_[number];
  leaf.state.resize(state.size() / sizeof(std::uint64_t));
  std::memcpy(leaf.state.data(), state.data(), state.size());
  leaf.playouts = std::max(1U, std::min(per_leaf_, playouts_ / static_cast<std::uint32_t>(together)));
  result_.playouts[number] = 0;
  result_.cut[number] = 0;
  std::fill_n(result_.goal_sums.begin() + static_cast<std::ptrdiff_t>(number * result_.roles), result_.roles, 0);
  stream_.start(leaf.state, static_cast<std::uint32_t>(number), leaf.playouts);
  return number;
}

std::uint64_t LaneLeaves::play(const Stop& stop) { return play_until(std::min(stream_.open(), stream_.lanes()) / 2, stop); }

std::uint64_t LaneLeaves::play_out(const Stop& stop) { return play_until(0, stop); }

std::uint64_t LaneLeaves::play_until(std::size_t most_open, const Stop& stop) {
  result_.states = 0;
  stream_.play(most_open, result_, stop);
  return result_.states;
}

void LaneLeaves::drop() {
  stream_.drop();
  free_.resize(leaves_.size());
  std::iota(free_.begin(), free_.end(), std::size_t{0});
}

double LaneLeaves::value(std::size_t leaf, std::size_t role) const {
  return (static_cast<double>(result_.goal_sum(leaf, role)) / 100.0 + kCutOff * result_.cut[leaf]) / result_.playouts[leaf];
}

}  // namespace agon::search::mcts
