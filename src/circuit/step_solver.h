// One legal joint move from a state that is not terminal, as a SAT problem that grows with what is asked about it.
//
// Only the cone of influence of a question is encoded (the relevance cut of Schiffel 2011, section 7): a question about whose turn
// it is never meets the rules for lines and goals. Moves outside the cone are one anonymous choice, which can only lose proofs;
// complete() adds all of them.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <utility>
#include <vector>

#include "circuit/evaluator.h"
#include "circuit/sat_questions.h"
#include "circuit/two_states.h"

namespace agon::circuit {

// A state, a joint move and the state it leads to.
struct StatePair {
  std::vector<std::uint32_t> before, after;  // the fluents that hold
  std::vector<std::uint32_t> moves;          // per role, of the program; kNoMove where none is legal
  static constexpr std::uint32_t kNoMove = 0xffffffff;
  bool exact = true;  // the rules lead from one to the other; false: the encoding of recursion admits more than the rules do
};

class StepSolver {
 public:
  explicit StepSolver(const Circuit& circuit);

  TwoStates& states() { return states_; }
  SatQuestions& sat() { return sat_; }
  // The solver's variable of a gate, with all that constrains the moves and loops below it.
  int name(Lit lit);
  [[nodiscard]] int not_terminal();
  void complete();
  [[nodiscard]] bool is_complete() const { return complete_; }

  // The joint move and the two states of the model of the last question, with the next state computed from the first.
  [[nodiscard]] StatePair pair();

 private:
  void visit(Lit lit);
  void constrain_leaf(std::uint32_t selector, std::uint32_t leaf);
  void close_loop(std::size_t loop);

  const Circuit& circuit_;
  TwoStates states_;
  SatQuestions sat_;
  std::vector<bool> visited_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> leaf_of_;  // per Move input: selector and leaf
  std::vector<int> chain_;                                        // per selector: one of the leaves so far is chosen
  std::vector<std::vector<bool>> constrained_;                    // per selector and leaf
  absl::flat_hash_map<NodeId, std::size_t> loop_of_;              // variables and results of the loops met so far
  std::vector<bool> closed_;                                      // per loop
  std::vector<std::pair<std::uint32_t, std::uint32_t>> new_leaves_;
  std::vector<std::size_t> new_loops_;
  std::optional<Evaluator> evaluator_;  // made when the first model is read
  bool complete_ = false;
};

}  // namespace agon::circuit
