// Distances of a fluent graph as atoms of the fuzzy evaluation (Schiffel's thesis, section 6.2): where a fluent does not hold, its
// value is (1-t)(1-delta) with delta = distance / (greatest distance + 1), and 0 where it can never hold again.
#pragma once

#include <memory>

#include "knowledge/distance/distances.h"
#include "knowledge/evaluation/fluent_distance.h"

namespace agon::knowledge {

// Of the targets; of other fluents nothing is known.
[[nodiscard]] std::shared_ptr<const evaluation::FluentDistance> graph_distance(Distances distances);

}  // namespace agon::knowledge
