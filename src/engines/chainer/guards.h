// Variables of a head that no condition gives a value to. Rules that check find nothing wrong with have them too, once a
// disjunction was taken apart: `not (or (e ?y) (q ?x ?y))` becomes a relation of ?x, and its first alternative says nothing about
// ?x. Backward chaining tests such a rule with the value it is asked about. Forward chaining has no question, so a guard is added:
// a relation of all values that the place is ever asked about, as far as the domains tell, and of all constants of the sheet.
#pragma once

#include <vector>

#include "ground/clauses.h"

namespace agon::engines::chainer {

// Adds guards to the clauses and returns their predicates. The clauses of a guard say where its domain comes from; it holds of the
// whole domain. `universe` is the predicate of all constants.
[[nodiscard]] std::vector<ground::PredicateId> add_guards(std::vector<ground::Predicate>& predicates, ground::PredicateId universe);

}  // namespace agon::engines::chainer
