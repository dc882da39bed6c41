// Boards that are no plane: (line A B) for points A and B is a drawing of lines between points, though it has two coordinates.
#pragma once

#include "knowledge/structure/rule_links.h"

namespace agon::knowledge::structure {

// Every pair of points is one cell, whichever of the two comes first, and the rules go from line to line: what is the second point
// of one is the first of another.
[[nodiscard]] bool is_graph(const RuleLinks& links, const Board& board);

}  // namespace agon::knowledge::structure
