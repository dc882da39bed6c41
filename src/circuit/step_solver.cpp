#include "circuit/step_solver.h"

#include <algorithm>

namespace agon::circuit {

StepSolver::StepSolver(const Circuit& circuit) : circuit_(circuit), states_(circuit), sat_(states_.network) {
  for (std::uint32_t s = 0; s < circuit.selectors.size(); ++s) {
    const Selector& selector = circuit.selectors[s];
    for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) leaf_of_.emplace_back(s, leaf);
    constrained_.emplace_back(selector.leaves.size(), false);
    chain_.push_back(0);
  }
}

// Collects the moves and loops below a gate that were not met before.
void StepSolver::visit(Lit lit) {
  visited_.resize(states_.network.size(), false);
  for (std::size_t l = closed_.size(); l < states_.loops.size(); ++l) {
    for (const NodeId id : states_.loops[l].variables) loop_of_[id] = l;
    for (const NodeId id : states_.loops[l].results) loop_of_[id] = l;
    closed_.push_back(false);
  }
  std::vector<NodeId> open{lit.node()};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (visited_[id]) continue;
    visited_[id] = true;
    const Node& node = states_.network.node(id);
    switch (node.kind) {
      case NodeKind::Constant:
      case NodeKind::Fluent: break;
      case NodeKind::Move: {
        const auto [selector, leaf] = leaf_of_[node.index];
        // Copies of moves in the next state have the same index, and no constraint.
        if (circuit_.selectors[selector].leaves[leaf] == id) new_leaves_.emplace_back(selector, leaf);
        break;
      }
      case NodeKind::LoopVariable:
      case NodeKind::LoopResult:
        if (const std::size_t l = loop_of_.at(id); !closed_[l]) {
          closed_[l] = true;
          new_loops_.push_back(l);
          for (const Lit value : states_.loops[l].values) open.push_back(value.node());
        }
        break;
      case NodeKind::And:
        open.push_back(node.a.node());
        open.push_back(node.b.node());
        break;
    }
  }
}

int StepSolver::name(Lit lit) {
  visit(lit);
  while (!new_leaves_.empty() || !new_loops_.empty()) {
    if (!new_loops_.empty()) {
      const std::size_t loop = new_loops_.back();
      new_loops_.pop_back();
      close_loop(loop);
    } else {
      const auto [selector, leaf] = new_leaves_.back();
      new_leaves_.pop_back();
      constrain_leaf(selector, leaf);
    }
  }
  return sat_.name(lit);
}

// The chosen move is legal, and no other of its selector is chosen (a ladder that grows at its end).
void StepSolver::constrain_leaf(std::uint32_t s, std::uint32_t leaf) {
  if (constrained_[s][leaf]) return;
  constrained_[s][leaf] = true;
  const Selector& selector = circuit_.selectors[s];
  if (selector.leaves[leaf] == 0) return;  // no gate reads it
  visit(selector.leaf_legal[leaf]);
  const int own = sat_.name(Lit::of(selector.leaves[leaf]));
  sat_.add({-own, sat_.name(selector.leaf_legal[leaf])});
  const int now = sat_.fresh();
  sat_.add({-own, now});
  if (chain_[s] != 0) {
    sat_.add({-chain_[s], -own});
    sat_.add({-chain_[s], now});
    sat_.add({-now, chain_[s], own});
  } else {
    sat_.add({-now, own});
  }
  chain_[s] = now;
}

void StepSolver::close_loop(std::size_t l) {
  const TwoStates::LoopCopy& loop = states_.loops[l];
  for (std::size_t i = 0; i < loop.results.size(); ++i) {
    const int result = sat_.name(Lit::of(loop.results[i]));
    const auto equal = [&](int other) {
      if (other == result) return;
      sat_.add({-result, other});
      sat_.add({result, -other});
    };
    equal(sat_.name(Lit::of(loop.variables[i])));
    equal(sat_.name(loop.values[i]));
  }
}

int StepSolver::not_terminal() { return name(!circuit_.terminal); }

void StepSolver::complete() {
  if (complete_) return;
  complete_ = true;
  for (std::uint32_t s = 0; s < circuit_.selectors.size(); ++s) {
    const Selector& selector = circuit_.selectors[s];
    std::vector<int> last;  // moves that no gate reads: some legal one is chosen
    for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) {
      if (selector.leaves[leaf] != 0) {
        new_leaves_.emplace_back(s, leaf);
      } else {
        last.push_back(name(selector.leaf_legal[leaf]));
      }
    }
    name(kTrue);  // works the list off
    if (chain_[s] != 0) last.push_back(chain_[s]);
    if (selector.always) sat_.add_clause(last);
  }
}

StatePair StepSolver::pair() {
  const ground::GroundProgram& program = *circuit_.program;
  StatePair result;
  if (!evaluator_) evaluator_.emplace(circuit_);
  Evaluator& evaluator = *evaluator_;
  std::vector<bool> before(program.fluents.size(), false);
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const NodeId node = states_.fluent(f).node();
    if (node >= visited_.size() || !visited_[node]) continue;  // free: false
    before[f] = sat_.value(sat_.name(states_.fluent(f)));
  }
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    evaluator.set_fluent(f, before[f] ? 1 : 0);
    if (before[f]) result.before.push_back(f);
  }
  const auto value = [&](Lit lit) { return (evaluator.value(lit) & 1U) != 0; };
  evaluator.evaluate_state();
  result.moves.assign(program.info.role_count(), StatePair::kNoMove);
  for (std::uint32_t s = 0; s < circuit_.selectors.size(); ++s) {
    const Selector& selector = circuit_.selectors[s];
    std::uint32_t chosen = StatePair::kNoMove;
    std::uint32_t any = StatePair::kNoMove;
    for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) {
      const NodeId node = selector.leaves[leaf];
      if (!value(selector.leaf_legal[leaf])) continue;
      if (any == StatePair::kNoMove) any = leaf;
      if (node != 0 && node < visited_.size() && visited_[node] && sat_.value(sat_.name(Lit::of(node)))) chosen = leaf;
      else if (node == 0) any = leaf;  // rather one that changes nothing
    }
    if (chosen == StatePair::kNoMove) chosen = any;
    for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) {
      if (selector.leaves[leaf] != 0) evaluator.set_leaf(s, leaf, leaf == chosen ? 1 : 0);
    }
    for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
      const MoveInput& input = circuit_.moves[m];
      std::uint32_t& made = result.moves[program.moves[m].role.index()];
      if (input.selector != s || !value(circuit_.legal[m])) continue;
      if (input.leaf == chosen && chosen != StatePair::kNoMove && value(input.guard)) made = m;
      else if (made == StatePair::kNoMove && input.by_default() && !value(input.guard)) made = m;
    }
  }
  result.exact = std::ranges::none_of(result.moves, [](std::uint32_t m) { return m == StatePair::kNoMove; });
  evaluator.evaluate_moves();
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    if (value(circuit_.next[f])) result.after.push_back(f);
  }
  return result;
}

}  // namespace agon::circuit
