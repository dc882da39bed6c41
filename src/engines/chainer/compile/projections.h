// Existential variables under negation: `not q(X, Y)` with Y nowhere else means that no Y exists. It becomes the negation of the
// projection of q to X, a new relation.
#pragma once

#include <vector>

#include "ground/clauses.h"

namespace agon::engines::chainer {

// Appends the projections that the negations need; returns what each of them is a projection of.
[[nodiscard]] std::vector<ground::PredicateId> project_local_variables(std::vector<ground::Predicate>& predicates);

}  // namespace agon::engines::chainer
