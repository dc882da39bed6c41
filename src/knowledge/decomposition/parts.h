// From groups of fluents to the parts of a decomposition: the choices of a part over all phases.
#pragma once

#include <span>
#include <vector>

#include "knowledge/decomposition/factoring.h"

namespace agon::knowledge {

// Of the moves that are possible in one of these phases. `still`: idle choices are told apart from the others, and are one.
[[nodiscard]] ground::Part make_part(const ground::GroundProgram& program, Factoring& factoring, Group& group,
                                     std::span<const std::size_t> phases, bool still);

}  // namespace agon::knowledge
