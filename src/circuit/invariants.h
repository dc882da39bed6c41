// Inductive invariants: candidates from random simulation, proved by induction with a SAT solver.
//
// A candidate survives if it holds in the initial state and no successor of a state in which all candidates hold violates it.
// Candidates that fail are dropped and the others tried again, until the remaining set is inductive (van Eijk 2000).
#pragma once

#include <chrono>

#include "circuit/synthesis.h"

namespace agon::circuit {

struct InvariantReport {
  std::size_t candidates = 0;
  std::size_t solved = 0;  // queries to the solver
  double seconds = 0;
};

// Mutex groups: fluents of which at most one (exactly one) holds. `circuit` must be built without facts.
[[nodiscard]] std::vector<Group> prove_groups(const Circuit& circuit, std::chrono::milliseconds time, InvariantReport& report);

// Fills `defaults` and `turn_taking`, using the groups in circuit.groups.
void prove_moves(const Circuit& circuit, Facts& facts, std::chrono::milliseconds time, InvariantReport& report);

}  // namespace agon::circuit
