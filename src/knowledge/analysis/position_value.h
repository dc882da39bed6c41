// The goal evaluation of one position for an analysis: a value for each role, and the fluents that make most of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/analysis/analysis.h"

namespace agon::knowledge {

// `state`: texts of fluents; empty: the initial state. Fluents that the program does not know count as false.
[[nodiscard]] std::vector<RoleEvaluation> position_values(const gdl::Rules& rules,
                                                          const std::shared_ptr<const ground::GroundProgram>& program,
                                                          const std::vector<std::string>& state, std::size_t parts);

}  // namespace agon::knowledge
