// Two consecutive states in one network: the circuit as it is, and read a second time with the next value of each fluent in the
// place of the fluent.
#pragma once

#include <vector>

#include "circuit/state_formula.h"

namespace agon::circuit {

class TwoStates {
 public:
  // Keeps a reference to the circuit.
  explicit TwoStates(const Circuit& circuit);

  Network network;  // the circuit's own nodes keep their numbers; grows with every question

  // The value that a gate of the circuit has in the next state. It must not depend on moves.
  Lit in_next(Lit lit);
  // A formula as a gate. `Next` in a formula that is read in the next state is not supported, and false.
  Lit gate(const StateFormula& formula);
  Lit gate_in_next(const StateFormula& formula);

  // Positive recursion: each result of a loop equals the value that its rules give it (the completion of Clark). Of the loops of
  // the present state first, then of those that were read in the next one; grows with in_next().
  struct LoopCopy {
    std::vector<NodeId> variables, results;
    std::vector<Lit> values;
  };
  std::vector<LoopCopy> loops;

  [[nodiscard]] Lit fluent(std::uint32_t number) const { return Lit::of(fluents_[number]); }
  [[nodiscard]] const Circuit& circuit() const { return circuit_; }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffff;
  [[nodiscard]] Lit known(Lit lit) const { return Lit{next_[lit.node()]} ^ lit.inverted(); }
  void read_loop(std::uint32_t loop);

  const Circuit& circuit_;
  std::vector<NodeId> fluents_;
  std::vector<std::uint32_t> next_;  // literal code per node of the circuit
  std::vector<bool> loop_read_;
};

}  // namespace agon::circuit
