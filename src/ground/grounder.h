// Grounding: rules to a ground program by semi-naive bottom-up evaluation over the reachable over-approximation.
#pragma once

#include <chrono>
#include <functional>

#include "base/result.h"
#include "gdl/rules.h"
#include "ground/ground_program.h"

namespace agon::ground {

struct Progress {
  std::uint64_t atoms = 0;
  std::uint64_t rules = 0;
  std::size_t bytes = 0;
  double seconds = 0;
};

struct GroundOptions {
  std::chrono::milliseconds time{60'000};            // 0 means no limit
  std::size_t memory_bytes = std::size_t{4} << 30U;  // of the grounder's own tables and the program together
  bool decompose = true;                             // split rules over auxiliary relations where that needs fewer instances
  std::function<void(const Progress&)> progress;     // called a few times a second; may throw to stop
};

struct GroundReport {
  std::uint32_t relations = 0;  // of the clause form, auxiliary ones included
  std::uint32_t auxiliary = 0;  // made by splitting rules
  std::uint32_t strata = 0;     // of the ground program's relations
  std::uint32_t static_atoms = 0;
  std::uint64_t instances = 0;  // rule instances met, before folding and removal of duplicates
  double seconds = 0;
  std::size_t peak_bytes = 0;
};

// Errors: `ground-time`, `ground-memory` (the budget), `ground-moves` (over a million), `not-stratified`, dialects that cannot be
// played.
[[nodiscard]] Result<std::shared_ptr<const GroundProgram>> ground(const gdl::Rules& rules, const GroundOptions& options = {},
                                                                  GroundReport* report = nullptr);

}  // namespace agon::ground
