// Makes unsafe rules range-restricted: head variables that no condition binds. Rules that `check` accepts have them too, once a
// disjunction is expanded: `not (or (e ?y) (q ?x ?y))` becomes a relation of ?x, and its first alternative does not mention ?x.
// Backward chaining tests such a rule with the value in the call. Forward chaining has no call, so a domain predicate is added, the
// guard: all values that calls can have at the place, as far as the domains tell, and all constants of the sheet.
#pragma once

#include <vector>

#include "ground/clauses.h"

namespace agon::engines::chainer {

// Adds guards to the clauses and returns their predicates. The clauses of a guard say where its domain comes from; it holds for the
// whole domain. `universe` is the predicate of all constants.
[[nodiscard]] std::vector<ground::PredicateId> add_guards(std::vector<ground::Predicate>& predicates, ground::PredicateId universe);

}  // namespace agon::engines::chainer
