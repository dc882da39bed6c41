// What can be proved about a game by induction over one step: groups of fluents, input arguments, constant sums, turn-taking, idle
// moves, fluents that stay or never come, goals that are never reached, bounds on the length of a match.
//
// Random play makes and refutes the hypotheses; those that survive are proved alone where they can be, then all together, and what
// was proved serves the rest. Any result holds, however early the time ends.
#pragma once

#include <chrono>
#include <functional>

#include "circuit/circuit.h"
#include "engines/workshop.h"
#include "game/facts.h"
#include "knowledge/proofs/attempt.h"

namespace agon::knowledge::proofs {

struct ProofOptions {
  std::chrono::milliseconds time{10'000};            // of the proofs, beside the building of the circuit; 0: no limit
  std::size_t memory_bytes = std::size_t{1} << 30U;  // of the circuit and the solver's copy; larger circuits are left alone
  std::uint64_t seed = 1;                            // of the random play
  double play = 2e8;                                 // gates evaluated in it, 64 matches at a time
  std::size_t attempts = 200;                        // failed ones that are kept with their counterexamples
  std::function<bool()> stop;
};

struct Proofs {
  game::GameFacts facts;
  std::vector<Attempt> failed;  // what play did not refute and induction did not prove
  std::size_t tried = 0;        // hypotheses
  std::size_t proved = 0;
  std::size_t undecided = 0;  // out of time or of conflicts
  std::size_t questions = 0;  // to the solver
  std::uint64_t states = 0;   // of random play
  double seconds = 0;
  std::string note;  // how far it came, where it did not come to its end
};

// Right for any circuit; the groups that were proved when it was built are lemmas, and facts.
[[nodiscard]] Proofs prove_facts(const circuit::Circuit& circuit, const ProofOptions& options = {});
// Builds what it needs within the limits of the workshop.
[[nodiscard]] Result<Proofs> prove_facts(engines::Workshop& workshop, const ProofOptions& options = {});

}  // namespace agon::knowledge::proofs
