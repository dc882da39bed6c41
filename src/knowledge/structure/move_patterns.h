// How a person makes a move on the boards: which constants of a move are the coordinates of a click, which name a piece, and which
// are chosen.
//
// Two witnesses are heard. The rules: an argument of a move and a coordinate of a fluent share a variable. Play: the cell that a
// move names is the cell that changes. Either is enough; where several readings are left, the one that changes most often wins,
// then the one whose constants stand side by side.
#pragma once

#include <vector>

#include "knowledge/structure/readings.h"

namespace agon::knowledge::structure {

// Fills out.moves; the boards and hands are known already.
void find_move_patterns(const Readings& readings, Structure& out);

}  // namespace agon::knowledge::structure
