// Completes a draft to a board: order and direction of its axes, its cells and their positions, its contents and which of them is
// the blank.
#pragma once

#include <span>
#include <vector>

#include "game/facts.h"
#include "ground/ground_program.h"
#include "knowledge/structure/boards/drafts.h"

namespace agon::knowledge::structure {

[[nodiscard]] Board make_board(const Readings& readings, std::span<const StaticRelation> relations, const Draft& draft);

// Proved mutex groups: raises `at_most_one` to Proved where all fluents of each cell are in one group.
void use_proofs(const ground::GroundProgram& program, std::span<const game::Fact<game::FluentGroup>> groups, Board& board);

}  // namespace agon::knowledge::structure
