// Clauses made ready for bottom-up evaluation: every variable gets its values from a positive condition, and a rule is split where
// a part of it can be decided without the rest.
#pragma once

#include <set>

#include "ground/clauses.h"

namespace agon::ground {

// A clause of the set by its place, which does not change from one preparation of a sheet to the next.
struct ClausePlace {
  PredicateId predicate = 0;
  std::size_t clause = 0;
  friend auto operator<=>(const ClausePlace&, const ClausePlace&) = default;
};

struct PrepareOptions {
  bool decompose = true;
  std::set<ClausePlace> heavy;  // clauses that turned out to have many instances: variables are joined out of them where that is possible
};

struct PrepareReport {
  std::uint32_t auxiliary = 0;       // predicates that were added
  std::set<ClausePlace> reducible;   // clauses that could be heavy and have not been said to be
};

// Lifetimes, recursion and components are recomputed.
PrepareReport prepare(ClauseSet& set, const PrepareOptions& options);

}  // namespace agon::ground
