// Bit-parallel evaluation of a circuit, gate by gate over 64 states: the search for invariants uses it, and tests as an oracle.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.h"

namespace agon::circuit {

class Evaluator {
 public:
  explicit Evaluator(const Circuit& circuit);

  using Word = std::uint64_t;
  void set_fluent(std::size_t fluent, Word word) {
    if (circuit_.fluents[fluent] != 0) values_[circuit_.fluents[fluent]] = word;
  }
  void set_leaf(std::size_t selector, std::size_t leaf, Word word) {
    if (const NodeId node = circuit_.selectors[selector].leaves[leaf]; node != 0) values_[node] = word;  // 0: no gate reads it
  }
  // First the gates that depend on the state alone, then the others: legality can be read before leaves are set.
  void evaluate_state() { evaluate(state_gates_); }
  void evaluate_moves() { evaluate(move_gates_); }
  [[nodiscard]] Word value(Lit lit) const { return values_[lit.node()] ^ (lit.inverted() ? ~Word{0} : Word{0}); }

 private:
  void evaluate(const std::vector<NodeId>& order);
  void evaluate_loop(std::size_t loop);

  const Circuit& circuit_;
  std::vector<Word> values_;
  std::vector<NodeId> state_gates_, move_gates_;  // LoopResult of the first result stands for its loop
  std::vector<std::vector<NodeId>> loop_gates_;
};

// 64 random playouts in parallel from the initial state; finished ones restart. Calls visit(fluent words) for every step.
class Simulation {
 public:
  Simulation(const Circuit& circuit, std::uint64_t seed);
  void step();  // evaluates the state, then plays one random move in every lane
  [[nodiscard]] const std::vector<std::uint64_t>& fluents() const { return fluents_; }
  [[nodiscard]] std::uint64_t legal(std::size_t move) const { return evaluator_.value(circuit_.legal[move]); }
  [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }

 private:
  void choose(std::size_t selector);

  const Circuit& circuit_;
  Evaluator evaluator_;
  std::vector<std::uint64_t> fluents_;
  std::uint64_t state_;
};

}  // namespace agon::circuit
