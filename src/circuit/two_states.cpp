#include "circuit/two_states.h"

namespace agon::circuit {
namespace {

// Gates as an algebra for formulas: over the present state, or over the next one.
struct GateAlgebra {
  using Value = Lit;
  TwoStates& states;
  bool ahead = false;

  Lit constant(bool value) { return value ? kTrue : kFalse; }
  Lit negate(Lit lit) { return !lit; }
  Lit both(Lit a, Lit b) { return states.network.make_and(a, b); }
  Lit either(Lit a, Lit b) { return states.network.make_or(a, b); }
  Lit all(std::vector<Lit> set) { return states.network.make_and(std::move(set)); }
  Lit any(std::vector<Lit> set) { return states.network.make_or(std::move(set)); }
  Lit placed(Lit lit) { return ahead ? states.in_next(lit) : lit; }
  Lit fluent(std::uint32_t f) { return ahead ? states.circuit().next[f] : states.fluent(f); }
  Lit legal(std::uint32_t move) { return placed(states.circuit().legal[move]); }
  Lit terminal() { return placed(states.circuit().terminal); }
  Lit goal(std::uint32_t role, int value) {
    for (const GoalLit& goal : states.circuit().goals[role]) {
      if (goal.value == value) return placed(goal.lit);
    }
    return kFalse;
  }
  Lit in_next(const StateFormula& formula) { return ahead ? kFalse : states.gate_in_next(formula); }
};

}  // namespace

TwoStates::TwoStates(const Circuit& circuit)
    : network(circuit.network), circuit_(circuit), fluents_(circuit.fluents), loop_read_(circuit.network.loops.size(), false) {
  for (std::uint32_t f = 0; f < fluents_.size(); ++f) {
    if (fluents_[f] == 0) fluents_[f] = network.add_input(NodeKind::Fluent, f);  // nothing in the game looks at it
  }
  for (const Loop& loop : circuit.network.loops) loops.push_back({loop.variables, loop.results, loop.values});
  next_.assign(circuit.network.size(), kUnknown);
  next_[0] = kFalse.code;
}

void TwoStates::read_loop(std::uint32_t number) {
  loop_read_[number] = true;
  const Loop& loop = circuit_.network.loops[number];
  LoopCopy copy;
  for (std::size_t i = 0; i < loop.results.size(); ++i) {
    copy.results.push_back(network.add_input(NodeKind::LoopResult, number));
    next_[loop.results[i]] = Lit::of(copy.results.back()).code;
    next_[loop.variables[i]] = Lit::of(copy.results.back()).code;
  }
  copy.variables = copy.results;
  const std::size_t place = loops.size();
  loops.push_back(std::move(copy));
  std::vector<Lit> values;
  for (const Lit value : loop.values) values.push_back(in_next(value));
  loops[place].values = std::move(values);
}

Lit TwoStates::in_next(Lit lit) {
  std::vector<NodeId> open{lit.node()};
  while (!open.empty()) {
    const NodeId id = open.back();
    if (next_[id] != kUnknown) {
      open.pop_back();
      continue;
    }
    const Node& node = circuit_.network.node(id);
    switch (node.kind) {
      case NodeKind::Constant: next_[id] = kFalse.code; break;
      case NodeKind::Fluent: next_[id] = circuit_.next[node.index].code; break;
      case NodeKind::Move: next_[id] = Lit::of(network.add_input(NodeKind::Move, node.index)).code; break;
      case NodeKind::LoopVariable:
      case NodeKind::LoopResult: read_loop(node.index); break;
      case NodeKind::And: {
        const bool first = next_[node.a.node()] != kUnknown;
        const bool second = next_[node.b.node()] != kUnknown;
        if (!first) open.push_back(node.a.node());
        if (!second) open.push_back(node.b.node());
        if (!first || !second) continue;
        next_[id] = network.make_and(known(node.a), known(node.b)).code;
        break;
      }
    }
    open.pop_back();
  }
  return known(lit);
}

Lit TwoStates::gate(const StateFormula& formula) {
  GateAlgebra algebra{*this, false};
  return evaluate(formula, algebra, circuit_);
}

Lit TwoStates::gate_in_next(const StateFormula& formula) {
  GateAlgebra algebra{*this, true};
  return evaluate(formula, algebra, circuit_);
}

}  // namespace agon::circuit
