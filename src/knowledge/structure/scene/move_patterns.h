// Input patterns: how a user makes a move on the boards. Which constants of a move are the coordinates of a click, which name a
// piece, and which are chosen.
//
// Two kinds of evidence count. The rules: an argument of a move and a coordinate of a fluent share a variable. Play: the cell that
// a move names is the cell that changes. Either suffices; of several readings the one that changes most often wins, then the one
// whose constants are adjacent.
#pragma once

#include <vector>

#include "knowledge/structure/evidence/readings.h"

namespace agon::knowledge::structure {

// Fills out.moves. Precondition: boards and hands are known.
void find_move_patterns(const Readings& readings, Structure& out);

}  // namespace agon::knowledge::structure
