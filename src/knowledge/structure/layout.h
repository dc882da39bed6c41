// How a board lies on the page: which axis runs across and which up, where the rows of hexagons stand, which lines divide it into
// blocks.
#pragma once

#include <span>

#include "knowledge/structure/drafts.h"

namespace agon::knowledge::structure {

// Roles and direction of the axes. Convention: the first coordinate runs across and the second upwards, as on a chessboard, unless
// the words of the sheet say that the first is a row; then rows run downwards, as in a matrix. Of three axes one becomes layers:
// one without order, or the one whose length differs, or the shortest, or the last. Of four the first two say which of several
// boards it is, or the first and third where a rule fixes the place on the board by the second and fourth, as the boxes of a sudoku
// do.
void orient(const Readings& readings, const Draft& draft, Board& board);

// Axes that a relation of the rules divides into equal runs, such as (box 4 2).
void find_blocks(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

// Names of the cells by a relation such as (square 17 1 4): one name for each cell and the other way round.
void find_names(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

// Where each cell is drawn, in squares or, if some relation has six neighbours of the right kind, in hexagons.
void lay_out(const ValueTable& values, std::span<const StaticRelation> relations, Board& board);

}  // namespace agon::knowledge::structure
