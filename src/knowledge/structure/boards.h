// From a draft to a board: the order and direction of its axes, its cells and where to draw them, its contents and which of them is
// blank.
#pragma once

#include <span>
#include <vector>

#include "circuit/circuit.h"
#include "ground/ground_program.h"
#include "knowledge/structure/drafts.h"

namespace agon::knowledge::structure {

[[nodiscard]] Board make_board(const Readings& readings, std::span<const StaticRelation> relations, const Draft& draft);

// Groups of fluents that exclude each other, proved: lifts `at_most_one` to Proved where all fluents of each cell are in one group.
void use_proofs(const ground::GroundProgram& program, std::span<const circuit::Group> groups, Board& board);

}  // namespace agon::knowledge::structure
