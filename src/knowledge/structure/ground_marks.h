// Marks of the ground: what the rules say about single cells for ever, such as the targets of a store or the exit of a maze.
//
// A static relation over the coordinates of a board, perhaps with a role beside them, is a mark if it holds for some cells but not
// for most, and if a rule of play asks it and the board's fluents about the same cell. What orders values, names cells or tells the
// first state is none.
#pragma once

#include <span>

#include "knowledge/structure/play_evidence.h"
#include "knowledge/structure/rule_links.h"
#include "knowledge/structure/static_relations.h"

namespace agon::knowledge::structure {

// Fills `ground` of each board with two or more axes.
void find_ground_marks(const RuleLinks& links, std::span<const StaticRelation> relations, const PlayEvidence& evidence,
                       Structure& out);

}  // namespace agon::knowledge::structure
