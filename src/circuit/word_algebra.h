// Formulas over 64 states at a time, with the values of an evaluator: how random play refutes a state property.
#pragma once

#include <vector>

#include "circuit/evaluator.h"
#include "circuit/state_formula.h"

namespace agon::circuit {

// The evaluator has evaluated the state whose fluents these are. `Next` is not known here, and false.
struct WordAlgebra {
  using Value = std::uint64_t;
  const Circuit& circuit;
  const Evaluator& evaluator;
  const std::vector<std::uint64_t>& fluents;

  Value constant(bool value) { return value ? ~Value{0} : Value{0}; }
  Value negate(Value value) { return ~value; }
  Value both(Value a, Value b) { return a & b; }
  Value either(Value a, Value b) { return a | b; }
  Value all(const std::vector<Value>& set) {
    Value result = ~Value{0};
    for (const Value value : set) result &= value;
    return result;
  }
  Value any(const std::vector<Value>& set) {
    Value result = 0;
    for (const Value value : set) result |= value;
    return result;
  }
  Value fluent(std::uint32_t f) { return fluents[f]; }
  Value legal(std::uint32_t move) { return evaluator.value(circuit.legal[move]); }
  Value terminal() { return evaluator.value(circuit.terminal); }
  Value goal(std::uint32_t role, int value) {
    for (const GoalLit& goal : circuit.goals[role]) {
      if (goal.value == value) return evaluator.value(goal.lit);
    }
    return 0;
  }
  Value in_next(const StateFormula&) { return 0; }
};

// In which of the 64 states the formula holds.
[[nodiscard]] inline std::uint64_t holds_in(const StateFormula& formula, const Circuit& circuit, const Evaluator& evaluator,
                                            const std::vector<std::uint64_t>& fluents) {
  WordAlgebra algebra{circuit, evaluator, fluents};
  return evaluate(formula, algebra, circuit);
}

// Formulas in single states, one after the other.
class StateReader {
 public:
  explicit StateReader(const Circuit& circuit)
      : circuit_(circuit), evaluator_(circuit), words_(circuit.program->fluents.size(), 0) {}

  void read(const std::vector<std::uint32_t>& state) {
    words_.assign(words_.size(), 0);
    for (const std::uint32_t f : state) words_[f] = 1;
    for (std::size_t f = 0; f < words_.size(); ++f) evaluator_.set_fluent(f, words_[f]);
    evaluator_.evaluate_state();
  }
  [[nodiscard]] bool holds(const StateFormula& formula) const {
    return (holds_in(formula, circuit_, evaluator_, words_) & 1U) != 0;
  }

 private:
  const Circuit& circuit_;
  Evaluator evaluator_;
  std::vector<std::uint64_t> words_;
};

}  // namespace agon::circuit
