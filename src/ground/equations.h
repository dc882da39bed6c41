// Equations between the terms of a clause, solved by substitution.
#pragma once

#include "ground/clauses.h"

namespace agon::ground {

// Solves every equation with a variable on one side; one that cannot hold leaves an `Equal` of two terms that differ behind.
void solve_equations(Clause& clause);
// Whether such an equation was left: the clause has no instance.
[[nodiscard]] bool contradicts_itself(const Clause& clause);

}  // namespace agon::ground
