// Outcomes of sub-games: all that the end and the goals of the whole game see of each part, so that they are functions of the
// outcomes and the shared fluents.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/rule_order.h"
#include "ground/decomposition.h"

namespace agon::knowledge {

// Fills the outcomes of the parts; false where an end or goal depends on itself across parts.
[[nodiscard]] bool find_outcomes(const ground::GroundProgram& program, const circuit::RuleOrder& order,
                                 ground::Decomposition& decomposition);

// Parts that are tied together closest by an end or goal: by one conjunction if there is any, and as far below as possible (the
// four cells of a line). Empty where no condition looks at two parts.
[[nodiscard]] std::vector<std::uint32_t> closest_parts(const ground::GroundProgram& program, const circuit::RuleOrder& order,
                                                       ground::Decomposition& decomposition);

// The fluents that an atom looks at, ascending.
[[nodiscard]] std::vector<std::uint32_t> fluents_below(const ground::GroundProgram& program, const circuit::RuleOrder& order,
                                                       std::vector<ground::AtomId> atoms);

}  // namespace agon::knowledge
