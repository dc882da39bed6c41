// State variables other than boards: turn markers, clocks and counters, hands, and tables for the rest.
#pragma once

#include <vector>

#include "knowledge/structure/evidence/readings.h"

namespace agon::knowledge::structure {

// Turn markers and clocks come first: they are the most certain, and their numbers must not be taken for coordinates.
void find_controls(const Readings& readings, Structure& out, std::vector<bool>& taken);
void find_clocks(const Readings& readings, Structure& out, std::vector<bool>& taken);

// What is left after the boards.
void find_counters(const Readings& readings, Structure& out, std::vector<bool>& taken);
void find_hands(const Readings& readings, Structure& out, std::vector<bool>& taken);
void find_tables(const Readings& readings, Structure& out, std::vector<bool>& taken);

}  // namespace agon::knowledge::structure
