// The static relations of the rules, row by row: successors, neighbours, names of squares.
//
// Facts are copied. Relations defined by rules are evaluated by the prover, on a sheet that consists of the static rules and of one
// initial fluent for each row. A relation that is too large, or infinite, stops at the limit of inferences and is left out.
#pragma once

#include <string>
#include <vector>

#include "gdl/rules.h"
#include "knowledge/structure/evidence/play_evidence.h"
#include "knowledge/structure/evidence/values.h"

namespace agon::knowledge::structure {

struct StaticRelation {
  std::string name;
  std::uint32_t arity = 0;
  std::vector<Tuple> rows;  // distinct, in order of the sheet or of the prover's answers
};

// Relations of one to six arguments, by name and arity.
[[nodiscard]] std::vector<StaticRelation> static_relations(const gdl::Rules& rules, const StructureOptions& options,
                                                           ValueTable& values);

}  // namespace agon::knowledge::structure
