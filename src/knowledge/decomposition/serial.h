// Serial games: the second part starts when the first one ends.
#pragma once

#include <optional>

#include "knowledge/decomposition/factoring.h"

namespace agon::knowledge {

// Without outcomes. Throws WorkExhausted.
[[nodiscard]] std::optional<ground::Decomposition> find_serial(const ground::GroundProgram& program,
                                                               const circuit::RuleOrder& order, const SharedFluents& shared,
                                                               WorkCount& work);

}  // namespace agon::knowledge
