// Distances on boards and in quantities, from the discovered structure (Schiffel, sections 5.3.2 and 5.3.3).
//
// Board: the mean over all pieces with the fluent's content of the mean distance of their coordinates; a coordinate counts its
// steps by the size of its axis, one without an order 0 or 1. No such piece: 1. Quantity: the mean distance of the values; none:
// unreachable. Steps count both ways, because pieces and counters may go both ways. Fractions are exact up to one rounding.
#pragma once

#include <memory>

#include "ground/ground_program.h"
#include "knowledge/evaluation/fluent_distance.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge::evaluation {

[[nodiscard]] std::shared_ptr<const FluentDistance> structure_distance(const Structure& structure,
                                                                       const ground::GroundProgram& program);

}  // namespace agon::knowledge::evaluation
