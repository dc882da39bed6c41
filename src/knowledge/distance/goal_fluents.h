// Sub-goals: the fluents that goal and terminal formulas mention, positively or not, in the ground program.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/ground_program.h"

namespace agon::knowledge {

// Ascending. The relevance of the formulas is followed through all rules.
[[nodiscard]] std::vector<std::uint32_t> goal_fluents(const ground::GroundProgram& program);

}  // namespace agon::knowledge
