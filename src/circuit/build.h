// Construction of a propositional network from a ground program: synthesis, proofs of invariants, synthesis with what is proved.
#pragma once

#include <chrono>
#include <functional>

#include "base/result.h"
#include "circuit/circuit.h"
#include "circuit/passes.h"

namespace agon::circuit {

struct BuildOptions {
  Passes passes;
  std::size_t memory_bytes = std::size_t{4} << 30U;
  std::chrono::milliseconds time{60'000};  // 0: no limit
  std::chrono::milliseconds proof_time{
      20'000};                 // a safety net for the search for invariants, which is bounded by its own count of work
  std::function<bool()> stop;  // polled; true ends the work with the error `stopped`
};

struct BuildReport {
  std::size_t gates = 0;
  std::size_t loops = 0;
  std::size_t loop_variables = 0;
  std::size_t groups = 0;      // proved
  std::size_t candidates = 0;  // groups that random play did not refute
  std::size_t selectors = 0;
  double seconds = 0;
  double proof_seconds = 0;
};

[[nodiscard]] Result<std::shared_ptr<const Circuit>> build(std::shared_ptr<const ground::GroundProgram> program,
                                                           const BuildOptions& options = {}, BuildReport* report = nullptr);

}  // namespace agon::circuit
