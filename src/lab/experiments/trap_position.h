// Breakthrough positions with one quiet winning move and two captures that only look good, on five columns and eight rows.
//
// White stands on a5 and b6, Black on a7, b7, c7 and b8, and a8 and c8 are empty: after a5-a6 White takes on b7 next, whatever
// Black does, and is through. b6xa7 and b6xc7 are met by one recapture each. Everything else is left to chance.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"

namespace agon::lab::experiments {

struct Pawn {
  int column = 1;
  int row = 1;
  friend bool operator==(const Pawn&, const Pawn&) = default;
};

struct TrapPosition {
  std::vector<Pawn> white, black;

  [[nodiscard]] int white_moves() const;
  [[nodiscard]] std::string text() const;  // "White a5 b6 ..., Black ..."
  // The sheet of some position with the pawns of this one.
  [[nodiscard]] std::string sheet(const std::string& other) const;
};

inline constexpr const char* kTrapWin = "(move 1 5 1 6)";                             // a5-a6
inline constexpr const char* kTrapCaptures[] = {"(move 2 6 1 7)", "(move 2 6 3 7)"};  // b6xa7, b6xc7
inline constexpr int kTrapMoves = 13;
inline constexpr int kTrapPlies = 5;  // in which a5-a6 wins

// The pawns above with six more white ones on rows 1 to 4 and three more black ones on rows 4 to 8, wherever chance puts them, so
// that White has 13 moves. Whether a5-a6 wins is not looked at.
[[nodiscard]] TrapPosition random_trap(Rng& rng);

// Per move of the role that begins: in how few plies it forces goal 100, or 0 if not within `most`. For two roles that take turns.
[[nodiscard]] std::vector<int> plies_to_win(const game::AnyEngine& engine, RoleId role, int most);
// The index of a move among the legal ones of the initial state; their number if it is not there.
[[nodiscard]] std::size_t first_move_index(const game::AnyEngine& engine, RoleId role, const std::string& move);

}  // namespace agon::lab::experiments
