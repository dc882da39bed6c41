// Clauses made ready for bottom-up evaluation: every variable gets its values from a positive condition, and a rule is split where
// a part of it can be decided without the rest.
#pragma once

#include "ground/clauses.h"

namespace agon::ground {

struct PrepareOptions {
  bool decompose = true;
};

// Returns how many auxiliary predicates were added. Lifetimes, recursion and components are recomputed.
std::uint32_t prepare(ClauseSet& set, const PrepareOptions& options);

}  // namespace agon::ground
