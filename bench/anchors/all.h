// The list of the anchors.
#pragma once

#include "bench/anchors/breakthrough.h"
#include "bench/anchors/connect_four.h"
#include "bench/anchors/draughts.h"
#include "bench/anchors/hex.h"
#include "bench/anchors/othello.h"
#include "bench/anchors/tic_tac_toe.h"

namespace agon::anchors {

// Calls visit.operator()<G>() for each.
template <class Visit>
void for_each_anchor(Visit&& visit) {
  visit.template operator()<TicTacToe>();
  visit.template operator()<ConnectFour>();
  visit.template operator()<Breakthrough>();
  visit.template operator()<Othello>();
  visit.template operator()<Draughts>();
  visit.template operator()<Hex>();
}

}  // namespace agon::anchors
