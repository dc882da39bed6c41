#include "knowledge/distance/relaxed_cost.h"

#include <algorithm>

namespace agon::knowledge {

RelaxedCost::RelaxedCost(const Preconditions& preconditions)
    : preconditions_(preconditions),
      head_(preconditions.way_count()),
      used_begin_(preconditions.node_count() + 1, 0),
      makes_(preconditions.node_count()),
      open_(preconditions.way_count()),
      cost_(preconditions.node_count()) {
  const Preconditions& p = preconditions_;
  for (std::uint32_t node = p.fluent_count(); node < p.node_count(); ++node) {
    const auto [first, last] = p.ways(node);
    for (std::uint32_t way = first; way < last; ++way) {
      head_[way] = node;
      for (const std::uint32_t condition : p.conditions(way)) ++used_begin_[condition + 1];
    }
  }
  for (std::uint32_t node = 0; node < p.node_count(); ++node) used_begin_[node + 1] += used_begin_[node];
  used_.resize(used_begin_.back());
  std::vector<std::uint32_t> at(used_begin_.begin(), used_begin_.end() - 1);
  for (std::uint32_t way = 0; way < p.way_count(); ++way) {
    for (const std::uint32_t condition : p.conditions(way)) used_[at[condition]++] = way;
  }
  for (std::uint32_t fluent = 0; fluent < p.fluent_count(); ++fluent) {
    if (p.next(fluent) < p.node_count()) makes_[p.next(fluent)].push_back(fluent);
  }
}

void RelaxedCost::reach(std::uint32_t node, std::uint32_t cost) {
  if (cost_[node] != kNever) return;
  cost_[node] = cost;
  queue_.push_back(node);
}

std::span<const std::uint32_t> RelaxedCost::of(std::span<const std::uint32_t> state) {
  const Preconditions& p = preconditions_;
  std::ranges::fill(cost_, kNever);
  queue_.clear();
  later_.clear();
  for (const std::uint32_t fluent : state) reach(fluent, 0);
  for (std::uint32_t way = 0; way < p.way_count(); ++way) {
    open_[way] = static_cast<std::uint32_t>(p.conditions(way).size());
    if (open_[way] == 0) reach(head_[way], 0);
  }
  for (std::uint32_t fluent = 0; fluent < p.fluent_count(); ++fluent) {
    if (p.next(fluent) == ground::kAlways) later_.push_back(fluent);
  }
  for (std::uint32_t cost = 0; !queue_.empty() || !later_.empty(); ++cost) {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t node = queue_[i];
      for (std::uint32_t u = used_begin_[node]; u < used_begin_[node + 1]; ++u) {
        if (--open_[used_[u]] == 0) reach(head_[used_[u]], cost);
      }
      later_.insert(later_.end(), makes_[node].begin(), makes_[node].end());
    }
    queue_.clear();
    for (const std::uint32_t fluent : later_) reach(fluent, cost + 1);
    later_.clear();
  }
  return std::span(cost_).first(p.fluent_count());
}

std::size_t RelaxedCost::bytes() const {
  return sizeof(std::uint32_t) * (head_.size() + used_begin_.size() + used_.size() + open_.size() + 3 * cost_.size()) +
         makes_.size() * sizeof(makes_[0]);
}

}  // namespace agon::knowledge
