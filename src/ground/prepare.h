// Rewriting of clauses for bottom-up evaluation: every variable is bound by a positive condition (range restriction), and a rule is
// split where a part of it is independent of the rest.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ground/join_out.h"

namespace agon::ground {

// The address of a clause in the set, the same in every preparation of a sheet.
struct ClausePlace {
  PredicateId predicate = 0;
  std::size_t clause = 0;
  friend auto operator<=>(const ClausePlace&, const ClausePlace&) = default;
};

struct PrepareOptions {
  bool decompose = true;
  std::set<PredicateId> unfold;  // views that turned out to have very many rows
  // Clauses that turned out to have many instances: variables are joined out of them where that is possible.
  std::map<ClausePlace, Weight> heavy;
};

struct PrepareReport {
  std::uint32_t auxiliary = 0;              // predicates that were added
  std::map<ClausePlace, Weight> reducible;  // clauses that variables could be joined out of, if they had that weight
  std::vector<bool> views;                  // relations that could be unfolded, by number
};

// Lifetimes, recursion and components are recomputed.
PrepareReport prepare(ClauseSet& set, const PrepareOptions& options);

}  // namespace agon::ground
