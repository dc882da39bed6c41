// Inductive proofs on the circuit of a game with a SAT solver.
#pragma once

#include <memory>
#include <span>

#include "circuit/induction.h"
#include "knowledge/proofs/attempt.h"
#include "knowledge/proofs/domains.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

// The circuit without the invariants that its construction proves: they are for the prover to find, and a step that breaks a
// property shall be one of the rules as they are written. Errors are those of circuit::build.
[[nodiscard]] Result<std::shared_ptr<const circuit::Circuit>> plain_circuit(std::shared_ptr<const ground::GroundProgram> program,
                                                                            std::chrono::milliseconds time,
                                                                            std::size_t memory_bytes);

// What a pair of states says in the language of the rules.
[[nodiscard]] Counterexample counterexample_of(const circuit::StatePair& pair, const ground::GroundProgram& program);
[[nodiscard]] Attempt attempt_of(const circuit::InductionResult& result, std::string property,
                                 const ground::GroundProgram& program);

class SatBackEnd {
 public:
  // Keeps references: to the circuit, and to the domains of its rules.
  SatBackEnd(const circuit::Circuit& circuit, const Domains& domains, circuit::InductionOptions options = {})
      : circuit_(circuit), domains_(domains), options_(std::move(options)) {}

  // Lemmas are taken as given.
  [[nodiscard]] Attempt prove(const Property& property, std::span<const Property> lemmas = {}) const;
  [[nodiscard]] std::vector<Attempt> prove_together(std::span<const Property> properties) const;

 private:
  [[nodiscard]] Result<circuit::StateFormula> ground(const Property& property) const;

  const circuit::Circuit& circuit_;
  const Domains& domains_;
  circuit::InductionOptions options_;
};

}  // namespace agon::knowledge::proofs
