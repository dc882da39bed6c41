#include "circuit/evaluator.h"

#include <algorithm>
#include <bit>

#include "base/rng.h"

namespace agon::circuit {

Evaluator::Evaluator(const Circuit& circuit)
    : circuit_(circuit), values_(circuit.network.size(), 0), loop_gates_(circuit.network.loops.size()) {
  const Network& net = circuit.network;
  // The loop whose variables a gate depends on, and whether it depends on a leaf.
  std::vector<std::uint32_t> loop(net.size(), Network::kNoGroup);
  std::vector<bool> moves(net.size(), false);
  std::vector<bool> seen(net.loops.size(), false);
  for (NodeId id = 1; id < net.size(); ++id) {
    const Node& node = net.node(id);
    switch (node.kind) {
      case NodeKind::Constant:
      case NodeKind::Fluent: break;
      case NodeKind::Move: moves[id] = true; break;
      case NodeKind::LoopVariable: loop[id] = node.index; break;
      case NodeKind::LoopResult: {
        bool any = false;
        for (const Lit value : net.loops[node.index].values) any |= static_cast<bool>(moves[value.node()]);
        for (const NodeId gate : loop_gates_[node.index]) any |= static_cast<bool>(moves[gate]);
        moves[id] = any;
        if (!seen[node.index]) (any ? move_gates_ : state_gates_).push_back(id);
        seen[node.index] = true;
        break;
      }
      case NodeKind::And:
        moves[id] = moves[node.a.node()] || moves[node.b.node()];
        loop[id] = std::min(loop[node.a.node()], loop[node.b.node()]);
        if (loop[id] != Network::kNoGroup) {
          loop_gates_[loop[id]].push_back(id);
        } else {
          (moves[id] ? move_gates_ : state_gates_).push_back(id);
        }
        break;
    }
  }
}

void Evaluator::evaluate(const std::vector<NodeId>& order) {
  const Network& net = circuit_.network;
  for (const NodeId id : order) {
    const Node& node = net.node(id);
    if (node.kind == NodeKind::LoopResult) {
      evaluate_loop(node.index);
    } else {
      values_[id] = value(node.a) & value(node.b);
    }
  }
}

void Evaluator::evaluate_loop(std::size_t l) {
  const Network& net = circuit_.network;
  const Loop& loop = net.loops[l];
  for (const NodeId v : loop.variables) values_[v] = 0;
  for (bool changed = true; changed;) {
    for (const NodeId id : loop_gates_[l]) values_[id] = value(net.node(id).a) & value(net.node(id).b);
    changed = false;
    for (std::size_t i = 0; i < loop.variables.size(); ++i) {
      const Word now = value(loop.values[i]);
      changed |= now != values_[loop.variables[i]];
      values_[loop.variables[i]] = now;
    }
  }
  for (std::size_t i = 0; i < loop.results.size(); ++i) values_[loop.results[i]] = values_[loop.variables[i]];
}

Simulation::Simulation(const Circuit& circuit, std::uint64_t seed)
    : circuit_(circuit), evaluator_(circuit), fluents_(circuit.program->fluents.size(), 0), state_(seed) {
  for (const std::uint32_t f : circuit.program->initial) fluents_[f] = ~std::uint64_t{0};
}

void Simulation::choose(std::size_t s) {
  const Selector& selector = circuit_.selectors[s];
  std::vector<std::vector<std::uint32_t>> legal(64);
  for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) {
    for (std::uint64_t word = evaluator_.value(selector.leaf_legal[leaf]); word != 0; word &= word - 1)
      legal[static_cast<std::size_t>(std::countr_zero(word))].push_back(leaf);
  }
  std::vector<std::uint64_t> chosen(selector.leaves.size(), 0);
  for (std::size_t lane = 0; lane < 64; ++lane) {
    if (legal[lane].empty()) continue;
    Rng rng(state_++);
    chosen[legal[lane][rng.below(static_cast<std::uint32_t>(legal[lane].size()))]] |= std::uint64_t{1} << lane;
  }
  for (std::uint32_t leaf = 0; leaf < selector.leaves.size(); ++leaf) evaluator_.set_leaf(s, leaf, chosen[leaf]);
}

void Simulation::step() {
  for (std::size_t f = 0; f < fluents_.size(); ++f) evaluator_.set_fluent(f, fluents_[f]);
  evaluator_.evaluate_state();
  for (std::size_t s = 0; s < circuit_.selectors.size(); ++s) choose(s);
  evaluator_.evaluate_moves();
  const std::uint64_t over = evaluator_.value(circuit_.terminal);
  for (std::size_t f = 0; f < fluents_.size(); ++f) fluents_[f] = evaluator_.value(circuit_.next[f]) & ~over;
  for (const std::uint32_t f : circuit_.program->initial) fluents_[f] |= over;
}

}  // namespace agon::circuit
