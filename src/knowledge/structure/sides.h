// Whose pieces start at the far side of a board. Whoever sits there wants to see it the other way round.
//
// A piece belongs to the role that picks it up: the first click of its moves from cell to cell goes to no other pieces. This asks
// neither what a piece is called nor what colour it has.
#pragma once

#include "knowledge/structure/play_evidence.h"

namespace agon::knowledge::structure {

// Fills `far` of each board of a game for two players; the moves are known already.
void find_sides(const PlayEvidence& evidence, Structure& out);

}  // namespace agon::knowledge::structure
