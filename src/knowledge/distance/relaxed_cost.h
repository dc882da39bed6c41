// The delete-relaxation heuristic h_max (Bonet and Geffner 2001) of every fluent in a state: a lower bound on the steps until it
// can hold, when what was true stays true and negated conditions are ignored.
//
// It is the best that any choice of edges in a fluent graph can reach in that state, so it says which edges are worth choosing, and
// tests hold the distances of the graph against it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "knowledge/distance/preconditions.h"

namespace agon::knowledge {

class RelaxedCost {
 public:
  static constexpr std::uint32_t kNever = 0xffffffff;

  explicit RelaxedCost(const Preconditions& preconditions);

  // Per fluent: its cost from a state, given as the fluents that hold; kNever where it cannot hold. The span lives until the next
  // call.
  [[nodiscard]] std::span<const std::uint32_t> of(std::span<const std::uint32_t> state);
  [[nodiscard]] std::size_t bytes() const;

 private:
  void reach(std::uint32_t node, std::uint32_t cost);

  const Preconditions& preconditions_;
  std::vector<std::uint32_t> head_;        // of each way: its derived node
  std::vector<std::uint32_t> used_begin_;  // of each node: the ways with it as a condition
  BigVector<std::uint32_t> used_;
  std::vector<std::vector<std::uint32_t>> makes_;  // of each derived node: the fluents that it makes true
  std::vector<std::uint32_t> open_;                // conditions left of each way
  std::vector<std::uint32_t> cost_;                // of each node
  std::vector<std::uint32_t> queue_, later_;       // nodes met at this cost; fluents of the next one
};

}  // namespace agon::knowledge
