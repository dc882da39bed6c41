#include "search/plan/unrolling.h"

namespace agon::search::plan {

using circuit::Lit;
using circuit::NodeId;
using circuit::NodeKind;

Unrolling::Unrolling(const circuit::Circuit& circuit, std::span<const std::uint64_t> root, int target)
    : circuit_(circuit), target_(target), solver_(std::make_unique<CaDiCaL::Solver>()) {
  solver_->set("quiet", 1);
  add({kTrue});
  ordered_ = fresh();
  const std::span<const circuit::Node> nodes = circuit.network.nodes();
  below_leaf_.assign(nodes.size(), false);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    below_leaf_[n] = nodes[n].kind == NodeKind::Move ||
                     (nodes[n].kind == NodeKind::And && (below_leaf_[nodes[n].a.node()] || below_leaf_[nodes[n].b.node()]));
  }
  values_.assign(nodes.size(), -kTrue);
  std::vector<int> fluents(circuit.fluents.size());
  for (std::size_t f = 0; f < fluents.size(); ++f) fluents[f] = ((root[f / 64] >> (f % 64)) & 1U) != 0 ? kTrue : -kTrue;
  add_step(fluents);
}

void Unrolling::extend() {
  const std::vector<int> fluents = std::move(steps_.back().next);
  add_step(fluents);
}

std::uint32_t Unrolling::chosen_leaf(std::size_t step) {
  const std::vector<int>& leaves = steps_[step].leaves;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i] == kTrue || (leaves[i] != -kTrue && solver_->val(leaves[i]) > 0)) return static_cast<std::uint32_t>(i);
  }
  return kNoLeaf;
}

void Unrolling::add(std::initializer_list<int> clause) {
  for (const int literal : clause) solver_->add(literal);
  solver_->add(0);
  ++clauses_;
}
void Unrolling::add(const std::vector<int>& clause) {
  for (const int literal : clause) solver_->add(literal);
  solver_->add(0);
  ++clauses_;
}

int Unrolling::make_and(int a, int b) {
  if (a == -kTrue || b == -kTrue || a == -b) return -kTrue;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  const int own = fresh();
  add({-own, a});
  add({-own, b});
  add({own, -a, -b});
  return own;
}

void Unrolling::add_step(const std::vector<int>& fluents) {
  const std::span<const circuit::Node> nodes = circuit_.network.nodes();
  for (std::size_t f = 0; f < fluents.size(); ++f) {
    if (circuit_.fluents[f] != 0) values_[circuit_.fluents[f]] = fluents[f];
  }
  values_[0] = -kTrue;
  // 1. Everything that the state decides.
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].kind == NodeKind::And && !below_leaf_[n]) values_[n] = make_and(value(nodes[n].a), value(nodes[n].b));
  }
  Step step;
  step.terminal = value(circuit_.terminal);
  step.goal = -kTrue;
  for (const circuit::GoalLit& goal : circuit_.goals[0]) {
    if (goal.value == target_) step.goal = value(goal.lit);
  }
  // 2. A choice, of what is legal.
  step.active = fresh();
  add({-step.active, -step.terminal});
  for (const circuit::Selector& selector : circuit_.selectors) {
    for (std::size_t i = 0; i < selector.leaves.size(); ++i) {
      const int legal = value(selector.leaf_legal[i]);
      const int leaf = legal == -kTrue ? -kTrue : fresh();
      if (leaf != -kTrue && legal != kTrue) add({-leaf, legal});
      values_[selector.leaves[i]] = leaf;
      step.leaves.push_back(leaf);
    }
  }
  at_most_one(step);
  if (!steps_.empty()) relate_order(steps_.back(), step);
  require_move(step);
  // 3. What follows from it.
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].kind == NodeKind::And && below_leaf_[n]) values_[n] = make_and(value(nodes[n].a), value(nodes[n].b));
  }
  step.next.resize(fluents.size(), -kTrue);
  for (std::size_t f = 0; f < fluents.size(); ++f) {
    if (circuit_.fluents[f] != 0) step.next[f] = value(circuit_.next[f]);
  }
  steps_.push_back(std::move(step));
}

void Unrolling::require_move(Step& step) {
  std::vector<int> clause{-step.active};
  for (const int leaf : step.leaves) {
    if (leaf != -kTrue) clause.push_back(leaf);
  }
  for (std::size_t m = 0; m < circuit_.moves.size(); ++m) {
    const circuit::MoveInput& move = circuit_.moves[m];
    if (!move.by_default()) continue;
    const int made = make_and(value(circuit_.legal[m]), move.idle ? -value(move.guard) : kTrue);
    if (made != -kTrue) clause.push_back(made);
  }
  add(clause);
}

// Sequential counters (Sinz 2005): linear, where pairs would be quadratic.
void Unrolling::at_most_one(Step& step) {
  int before = -kTrue;
  for (const int leaf : step.leaves) {
    if (before == -kTrue) {
      before = leaf;
    } else if (leaf != -kTrue) {
      const int now = fresh();
      add({-before, -leaf});
      add({-before, now});
      add({-leaf, now});
      add({-now, before, leaf});
      before = now;
    }
    step.up_to.push_back(before);
  }
}

void Unrolling::relate_order(const Step& before, const Step& after) {
  for (std::size_t i = 0; i < after.leaves.size(); ++i) {
    if (after.leaves[i] != -kTrue) add({-ordered_, -after.leaves[i], before.up_to[i]});
  }
}

}  // namespace agon::search::plan
