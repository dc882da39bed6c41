// Unfolding: a condition is replaced by the bodies of the clauses that define it.
#pragma once

#include <vector>

#include "ground/clauses.h"

namespace agon::ground {

// The clause with every condition unfolded that depends on the state, shares a variable with the first condition, and is defined by
// a few clauses without recursion and without variables of their own: unfolding then adds nothing to the join.
[[nodiscard]] std::vector<Clause> unfold_helpers(const ClauseSet& set, Clause clause);

// Views: relations of the sheet that one clause defines without recursion, and that no rule negates. A view with very many rows is
// better evaluated where it is used, with what is known there: "the direction from (X,Y) to (U,V)" has a row for every four numbers
// of a sheet that counts steps to 50, and is only asked for on a board of 8 by 8.
[[nodiscard]] std::vector<bool> views(const ClauseSet& set);
// Replaces the calls of a view. Clauses keep their places; a call that cannot be resolved stays.
void unfold_view(ClauseSet& set, PredicateId view);

}  // namespace agon::ground
