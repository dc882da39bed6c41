#include "knowledge/proofs/prove_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "circuit/induction.h"
#include "knowledge/proofs/fact_prover.h"

namespace agon::knowledge::proofs {

Proofs prove_facts(const circuit::Circuit& circuit, const ProofOptions& options) {
  // The second reading of the network and the solver's clauses take several times the room of the circuit.
  constexpr std::size_t kCopies = 8;
  Proofs result;
  if (circuit.bytes() * kCopies > options.memory_bytes) {
    result.note = fmt::format("a circuit of {} MiB is too large to prove anything within {} MiB", circuit.bytes() >> 20U,
                              options.memory_bytes >> 20U);
    return result;
  }
  FactProver prover(circuit, options, result);
  prover.run();
  return result;
}

Result<Proofs> prove_facts(engines::Workshop& workshop, const ProofOptions& options) {
  const auto circuit = workshop.circuit();
  if (!circuit) return circuit.error();
  try {
    return prove_facts(**circuit, options);
  } catch (const std::bad_alloc&) {
    return limit_reached("proof-memory", "the machine has no memory left for proofs");
  }
}

}  // namespace agon::knowledge::proofs
