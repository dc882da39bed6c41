// Heuristic distances of a state from the goal, read off the circuit.
//
// goal_count: how many fluents would have to be different for the goal to hold, counted along the gates of its condition (a sum for
// each AND, the least for each OR). relaxed_distance: the additive heuristic h_add (Bonet and Geffner 2001) on a circuit: every
// fluent can be had true and false at a price, a move costs one more than its legality, and nothing that was had is lost. Prices
// only ever fall until they settle; a goal that never gets one cannot be reached, which is proven, since the relaxation allows more
// than the game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace agon::search::plan {

class GoalCosts {
 public:
  static constexpr std::uint32_t kNever = 1U << 30U;

  // For the goal value `target` of the only role.
  GoalCosts(const circuit::Circuit& circuit, int target);

  [[nodiscard]] std::uint32_t goal_count(std::span<const std::uint64_t> state);
  [[nodiscard]] std::uint32_t relaxed_distance(std::span<const std::uint64_t> state);

  // The goal as a conjunction of conditions, as far as its gates are one.
  [[nodiscard]] std::size_t condition_count() const { return conditions_.size(); }
  // In the state that goal_count was asked about last.
  [[nodiscard]] bool is_met(std::size_t condition) const { return cost(conditions_[condition]) == 0; }

 private:
  [[nodiscard]] std::uint32_t cost(circuit::Lit lit) const { return costs_[lit.code]; }
  void set_fluents(std::span<const std::uint64_t> state);
  void find_conditions();
  void sweep(std::span<const circuit::NodeId> gates);
  bool spread_to_leaves();
  bool spread_to_fluents();

  const circuit::Circuit& circuit_;
  circuit::Lit goal_ = circuit::kFalse;
  std::vector<circuit::Lit> conditions_;
  std::vector<circuit::NodeId> goal_gates_;  // below the goal
  std::vector<circuit::NodeId> gates_;       // all
  std::vector<std::uint32_t> goal_fluents_;  // whose nodes are below the goal
  // Price of a literal, at its code.
  std::vector<std::uint32_t> costs_;
};

}  // namespace agon::search::plan
