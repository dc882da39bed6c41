// Structure discovery from a rule sheet. Follows Schiffel (Knowledge-Based General Game Playing, section 5.2): domains, successor
// relations and input arguments are found by their semantics, never by their names; words only decide the orientation of a board
// and which of two contents that behave alike is the blank.
//
// A claim is observed, not proved, unless the structure says so: `Evidence::Proved` needs mutex groups (circuit/invariants.h).
#pragma once

#include <span>

#include "base/result.h"
#include "game/any_engine.h"
#include "game/facts.h"
#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/structure/evidence/play_evidence.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge {

struct StructureInput {
  const gdl::Rules* rules = nullptr;                      // required
  const game::AnyEngine* engine = nullptr;                // required; any engine of these rules
  const ground::GroundProgram* program = nullptr;         // completes cells and domains
  std::span<const game::Fact<game::FluentGroup>> groups;  // in terms of the program: proved mutex groups
};

// Never throws. Fails only if the engine has no initial state within its limits; anything else that is too large or too unusual
// ends in tables and in a note.
[[nodiscard]] Result<Structure> discover(const StructureInput& input, const StructureOptions& options = {});

}  // namespace agon::knowledge
