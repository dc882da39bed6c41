// Board layout for drawing: which axis is horizontal and which vertical, how rows of hexagons are shifted, which lines divide the
// board into blocks.
#pragma once

#include <span>

#include "knowledge/structure/boards/drafts.h"

namespace agon::knowledge::structure {

// Roles and directions of the axes. Convention: the first coordinate runs across and the second upwards, as on a chessboard, unless
// the words of the sheet say that the first is a row; then rows run downwards, as in a matrix. Of three axes one becomes layers:
// one without order, or the one whose length differs, or the shortest, or the last. Of four the first two select one of several
// boards, or the first and third where a rule fixes the place on the board by the second and fourth, as in the boxes of a sudoku.
void orient(const Readings& readings, const Draft& draft, Board& board);

// Axes that a relation of the rules divides into intervals of equal length, such as (box 4 2).
void find_blocks(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

// Names of the cells by a relation such as (square 17 1 4): a bijection of names and cells.
void find_names(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

// The positions of the cells, as squares or, if some relation has the six neighbours of hexagons, as hexagons.
void lay_out(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

}  // namespace agon::knowledge::structure
