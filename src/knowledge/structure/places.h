// Rows whose cells are things and whose contents are where these lie: the discs of Hanoi on their pegs, blocks on blocks. They are
// drawn the other way round, as places with things in them.
//
// Every thing lies somewhere at any time, and a move names the thing and where it goes.
#pragma once

#include "knowledge/structure/readings.h"

namespace agon::knowledge::structure {

// Gives such rows the shape of places; the moves are known already.
void find_places(const Readings& readings, Structure& out);

}  // namespace agon::knowledge::structure
