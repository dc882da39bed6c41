// Flattening: from clauses to the function-free form. The shapes of a relation are a fixpoint over the clauses, which exists for
// games with bounded nesting.
#pragma once

#include "engines/chainer/compile/flat.h"

namespace agon::engines::chainer {

// Domains, sizes and components are still empty. Throws LimitReached (`domains-unbounded`, `rule-too-large`) where terms may nest
// ever deeper or the rules have too many combinations of shapes.
[[nodiscard]] FlatProgram flatten(const ground::ClauseSet& clauses, game::TermBank& terms);

}  // namespace agon::engines::chainer
