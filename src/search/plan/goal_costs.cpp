#include "search/plan/goal_costs.h"

#include <algorithm>

namespace agon::search::plan {

using circuit::Lit;
using circuit::NodeId;
using circuit::NodeKind;

namespace {

constexpr std::uint32_t kMaxRounds = 200;  // prices settle long before; a safety net

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return std::min(a + b, GoalCosts::kNever); }

}  // namespace

GoalCosts::GoalCosts(const circuit::Circuit& circuit, int target) : circuit_(circuit) {
  const circuit::Network& network = circuit.network;
  costs_.assign(network.size() * 2, kNever);
  for (const circuit::GoalLit& goal : circuit.goals[0]) {
    if (goal.value == target) goal_ = goal.lit;
  }
  find_conditions();
  std::vector<bool> below(network.size(), false);
  below[goal_.node()] = true;
  // Gates come after what they read, except that a loop's results are read off values that come later.
  for (std::size_t n = network.size(); n-- > 0;) {
    const circuit::Node& node = network.node(static_cast<NodeId>(n));
    if (node.kind != NodeKind::And) continue;
    gates_.push_back(static_cast<NodeId>(n));
    if (!below[n]) continue;
    goal_gates_.push_back(static_cast<NodeId>(n));
    below[node.a.node()] = below[node.b.node()] = true;
  }
  std::reverse(gates_.begin(), gates_.end());
  std::reverse(goal_gates_.begin(), goal_gates_.end());
  for (std::uint32_t f = 0; f < circuit.fluents.size(); ++f) {
    if (circuit.fluents[f] != 0 && below[circuit.fluents[f]]) goal_fluents_.push_back(f);
  }
  costs_[circuit::kTrue.code] = 0;
  // Loops are followed upwards only: their atoms may be false for nothing.
  for (const circuit::Loop& loop : network.loops) {
    for (const NodeId node : loop.variables) costs_[Lit::of(node, true).code] = 0;
    for (const NodeId node : loop.results) costs_[Lit::of(node, true).code] = 0;
  }
  for (const circuit::Selector& selector : circuit.selectors) {
    for (const NodeId leaf : selector.leaves) costs_[Lit::of(leaf, true).code] = 0;
  }
}

void GoalCosts::find_conditions() {
  std::vector<Lit> open{goal_};
  std::vector<bool> seen(circuit_.network.size() * 2, false);
  while (!open.empty()) {
    const Lit lit = open.back();
    open.pop_back();
    if (seen[lit.code]) continue;
    seen[lit.code] = true;
    const circuit::Node& node = circuit_.network.node(lit.node());
    if (node.kind == NodeKind::And && !lit.inverted()) {
      open.push_back(node.a);
      open.push_back(node.b);
    } else {
      conditions_.push_back(lit);
    }
  }
  std::sort(conditions_.begin(), conditions_.end());
}

std::uint32_t GoalCosts::goal_count(std::span<const std::uint64_t> state) {
  for (const std::uint32_t f : goal_fluents_) {
    const bool holds = ((state[f / 64] >> (f % 64)) & 1U) != 0;
    const Lit lit = Lit::of(circuit_.fluents[f]);
    costs_[lit.code] = holds ? 0 : 1;
    costs_[(!lit).code] = holds ? 1 : 0;
  }
  for (const circuit::Loop& loop : circuit_.network.loops) {
    for (const NodeId node : loop.results) costs_[Lit::of(node).code] = 1;
  }
  sweep(goal_gates_);
  return cost(goal_);
}

std::uint32_t GoalCosts::relaxed_distance(std::span<const std::uint64_t> state) {
  set_fluents(state);
  for (const circuit::Selector& selector : circuit_.selectors) {
    for (const NodeId leaf : selector.leaves) costs_[Lit::of(leaf).code] = kNever;
  }
  for (const circuit::Loop& loop : circuit_.network.loops) {
    for (const NodeId node : loop.variables) costs_[Lit::of(node).code] = kNever;
    for (const NodeId node : loop.results) costs_[Lit::of(node).code] = kNever;
  }
  bool settled = false;
  for (std::uint32_t round = 0; round < kMaxRounds && !settled; ++round) {
    sweep(gates_);
    const bool leaves = spread_to_leaves();
    if (leaves) sweep(gates_);
    settled = !spread_to_fluents() && !leaves;
  }
  // Not reached yet is not out of reach.
  return settled ? cost(goal_) : std::min(cost(goal_), kNever - 1);
}

void GoalCosts::set_fluents(std::span<const std::uint64_t> state) {
  for (std::uint32_t f = 0; f < circuit_.fluents.size(); ++f) {
    const NodeId node = circuit_.fluents[f];
    if (node == 0) continue;
    const bool holds = ((state[f / 64] >> (f % 64)) & 1U) != 0;
    costs_[Lit::of(node).code] = holds ? 0 : kNever;
    costs_[Lit::of(node, true).code] = holds ? kNever : 0;
  }
}

void GoalCosts::sweep(std::span<const NodeId> gates) {
  for (const NodeId id : gates) {
    const circuit::Node& node = circuit_.network.node(id);
    costs_[Lit::of(id).code] = add(cost(node.a), cost(node.b));
    costs_[Lit::of(id, true).code] = std::min(cost(!node.a), cost(!node.b));
  }
}

// Moves become legal, and atoms of loops derivable; true if a price fell.
bool GoalCosts::spread_to_leaves() {
  bool changed = false;
  const auto lower = [&](NodeId node, std::uint32_t price) {
    std::uint32_t& own = costs_[Lit::of(node).code];
    if (price >= own) return;
    own = price;
    changed = true;
  };
  for (const circuit::Selector& selector : circuit_.selectors) {
    for (std::size_t i = 0; i < selector.leaves.size(); ++i) lower(selector.leaves[i], cost(selector.leaf_legal[i]));
  }
  for (const circuit::Loop& loop : circuit_.network.loops) {
    for (std::size_t i = 0; i < loop.variables.size(); ++i) {
      lower(loop.variables[i], cost(loop.values[i]));
      lower(loop.results[i], cost(loop.values[i]));
    }
  }
  return changed;
}

// One move later; true if a price fell.
bool GoalCosts::spread_to_fluents() {
  bool changed = false;
  for (std::uint32_t f = 0; f < circuit_.fluents.size(); ++f) {
    if (circuit_.fluents[f] == 0) continue;
    for (const bool inverted : {false, true}) {
      const std::uint32_t price = add(cost(circuit_.next[f] ^ inverted), 1);
      std::uint32_t& own = costs_[Lit::of(circuit_.fluents[f], inverted).code];
      if (price >= own) continue;
      own = price;
      changed = true;
    }
  }
  return changed;
}

}  // namespace agon::search::plan
