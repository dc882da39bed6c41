// Which player's pieces start at the far side of a board, so that the board can be turned for that player.
//
// A piece belongs to the role that moves it: the first click of that role's moves from cell to cell goes to no other pieces.
// Neither the name of a piece nor its colour matters.
#pragma once

#include "knowledge/structure/evidence/play_evidence.h"

namespace agon::knowledge::structure {

// Fills `far` of each board of a two-player game. Precondition: the moves are known.
void find_sides(const PlayEvidence& evidence, Structure& out);

}  // namespace agon::knowledge::structure
