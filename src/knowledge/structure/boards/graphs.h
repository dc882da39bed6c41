// Recognises graphs: (line A B) for points A and B is an edge between two vertices, not a cell of a grid with two coordinates.
#pragma once

#include "knowledge/structure/evidence/rule_links.h"

namespace agon::knowledge::structure {

// Undirected: every pair of points is one cell, in either order, and the rules go from edge to edge: the second point of one is the
// first of another.
[[nodiscard]] bool is_graph(const RuleLinks& links, const Board& board);

}  // namespace agon::knowledge::structure
