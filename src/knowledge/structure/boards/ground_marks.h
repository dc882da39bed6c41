// Static marks on the cells of a board, such as the targets of Sokoban or the exit of a maze.
//
// A static relation over the coordinates of a board, perhaps with a role beside them, is a mark if it holds for some cells but not
// for most, and if a rule of play joins it with the board's fluents on the same cell. Relations that order values, name cells or
// define the initial state are not marks.
#pragma once

#include <span>

#include "knowledge/structure/evidence/play_evidence.h"
#include "knowledge/structure/evidence/rule_links.h"
#include "knowledge/structure/evidence/static_relations.h"

namespace agon::knowledge::structure {

// Fills `ground` of each board with two or more axes.
void find_ground_marks(const RuleLinks& links, std::span<const StaticRelation> relations, const PlayEvidence& evidence,
                       Structure& out);

}  // namespace agon::knowledge::structure
