// Items in places (fluents of the form at(item, place)): the discs of Hanoi on their pegs, blocks on blocks. Such a row, whose
// cells are items and whose contents are places, is drawn the other way round, as places with items in them.
//
// Every item is somewhere at any time, and a move names the item and where it goes.
#pragma once

#include "knowledge/structure/evidence/readings.h"

namespace agon::knowledge::structure {

// Gives such rows the shape of places. Precondition: the moves are known.
void find_places(const Readings& readings, Structure& out);

}  // namespace agon::knowledge::structure
