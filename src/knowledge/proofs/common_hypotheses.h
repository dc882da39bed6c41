// The hypotheses of random play as first-order properties, for back ends that read those: lemmas for what a user asks about.
#pragma once

#include <vector>

#include "knowledge/proofs/hypotheses.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

// Input arguments (at most one instance for each value of them; at least one where play showed that) and the sum of the goals.
[[nodiscard]] std::vector<Property> common_hypotheses(const gdl::Rules& rules, const Hypotheses& hypotheses);

}  // namespace agon::knowledge::proofs
