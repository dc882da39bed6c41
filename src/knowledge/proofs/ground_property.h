// Properties over the fluents and moves of a ground program: quantifiers become conjunctions, disjunctions and counters.
#pragma once

#include "base/result.h"
#include "circuit/state_formula.h"
#include "knowledge/proofs/domains.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

// The rules of the program are those of the property and of the domains. Errors: `domain-infinite`, `domain-large`,
// `property-large`.
[[nodiscard]] Result<circuit::StateFormula> ground_property(const Formula& formula, const ground::GroundProgram& program,
                                                            const Domains& domains);

// The places of the rules at which a variable of the formula stands: its values are theirs.
[[nodiscard]] std::set<Place> places_of(SymbolId variable, const Formula& formula);

}  // namespace agon::knowledge::proofs
