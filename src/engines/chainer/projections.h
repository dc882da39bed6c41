// `not q(X, Y)` with Y nowhere else asks whether there is any Y: a test of the projection of q, which becomes a relation of its
// own.
#pragma once

#include <vector>

#include "ground/clauses.h"

namespace agon::engines::chainer {

// Appends the projections that the negations need; returns what each of them is a projection of.
[[nodiscard]] std::vector<ground::PredicateId> project_local_variables(std::vector<ground::Predicate>& predicates);

}  // namespace agon::engines::chainer
