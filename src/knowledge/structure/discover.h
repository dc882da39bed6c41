// From a rule sheet to its structure. Follows Schiffel (Knowledge-Based General Game Playing, section 5.2): domains, successor
// relations and input arguments are found by what they mean, never by what they are called; words decide only how a board is turned
// and which of two contents that behave alike is the blank.
//
// What is claimed was seen, not proved, unless the structure says so: `Evidence::Proved` needs groups of exclusive fluents
// (circuit/invariants.h).
#pragma once

#include <span>

#include "base/result.h"
#include "circuit/circuit.h"
#include "game/any_engine.h"
#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/structure/play_evidence.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge {

struct StructureInput {
  const gdl::Rules* rules = nullptr;               // required
  const game::AnyEngine* engine = nullptr;         // required; any engine of these rules
  const ground::GroundProgram* program = nullptr;  // completes cells and domains
  std::span<const circuit::Group> groups;          // of the program: proofs of exclusion
};

// Never throws. Fails if the engine cannot even give an initial state within its limits; everything else that is too large or too
// strange ends in tables and in a note.
[[nodiscard]] Result<Structure> discover(const StructureInput& input, const StructureOptions& options = {});

}  // namespace agon::knowledge
