// Connect Four on 8 columns of 6 cells, in the well-known layout that keeps a column in 7 bits:
//
//    6 13 20 27 34 41 48 55   <- never taken: stops carries and lines at the top of a column
//    5 12 19 26 33 40 47 54
//    .  .  .  .  .  .  .  .
//    0  7 14 21 28 35 42 49
//
// Adding the bottom row to the discs makes each column carry into its lowest free cell: all moves in one addition.
#pragma once

#include "bench/anchors/anchor.h"

namespace agon::anchors {

struct ConnectFour {
  static constexpr const char* kName = "connect-four";
  static constexpr const char* kSheet = "connectfour";

  static constexpr unsigned kColumns = 8;
  static constexpr unsigned kRows = 6;
  static constexpr unsigned kStride = kRows + 1;
  static constexpr unsigned kCells = kColumns * kRows;
  static constexpr Squares kBottom = [] {
    Squares row = 0;
    for (unsigned column = 0; column < kColumns; ++column) row |= Squares{1} << (column * kStride);
    return row;
  }();
  static constexpr Squares kColumn = (1U << kRows) - 1;
  static constexpr Squares kTop = kBottom << (kRows - 1);
  static constexpr Squares kBoard = kBottom * kColumn;

  // The cells where a disc can land.
  static constexpr Squares landings(Squares discs) { return (discs + kBottom) & kBoard; }

  static constexpr bool has_four(Squares discs) {
    Squares fours = 0;
    for (const unsigned step : {1U, kStride - 1, kStride, kStride + 1}) {
      const Squares pairs = discs & (discs >> step);
      fours |= pairs & (pairs >> (2 * step));
    }
    return fours != 0;
  }

  struct Position {
    using Move = Squares;  // the cell where the disc lands

    std::array<Squares, 2> discs{};
    unsigned plies = 0;

    [[nodiscard]] unsigned mover() const { return plies % 2; }
    [[nodiscard]] bool has_winner() const { return has_four(discs[1 - mover()]); }
    [[nodiscard]] bool is_terminal() const { return has_winner() || plies == kCells; }
    [[nodiscard]] Goals goals() const { return has_winner() ? win_for(1 - mover()) : kDraw; }
    [[nodiscard]] auto moves() const {
      MoveList<Move, kColumns> list;
      for_each(landings(discs[0] | discs[1]), [&](Squares cell) { list.add(cell); });
      return list;
    }
    [[nodiscard]] Position after(Move move) const {
      Position next = *this;
      next.discs[mover()] |= move;
      ++next.plies;
      return next;
    }
    [[nodiscard]] std::string term(Move move) const { return "(drop " + std::to_string(index(move) / kStride + 1) + ")"; }
  };

  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    constexpr unsigned kTooEarly = 6;  // nobody has four discs yet
    Squares red = 0;
    Squares taken = 0;
    Squares open = kBottom;
    for (unsigned ply = 0; ply < kCells; ply += 2) {
      red |= drop_at_random<Cpu>(taken, open, rng);
      if (ply >= kTooEarly && has_four(red)) return {ply + 1, win_for(0)};
      drop_at_random<Cpu>(taken, open, rng);
      if (ply >= kTooEarly && has_four(taken ^ red)) return {ply + 2, win_for(1)};
    }
    return {kCells, kDraw};
  }

  static Result playout(Rng& rng) { return one_playout<ConnectFour>(rng); }

 private:
  // `open` has the bottom cell of each column that is not full.
  template <class Cpu>
  AGON_ANCHOR_INLINE static Squares drop_at_random(Squares& taken, Squares& open, Rng& rng) {
    const Squares column = Cpu::nth(open, rng.below(size(open)));
    const Squares cell = (taken + column) & (column * kColumn);
    taken |= cell;
    // A column rarely fills. The empty asm keeps this a branch: foreseen, it lets the next columns be chosen before the cells are
    // known, where a conditional move would wait for them (a fifth slower in bench/anchors).
    if ((cell & kTop) != 0) {
      open ^= column;
      asm("" : "+r"(open));
    }
    return cell;
  }
};

static_assert(Anchor<ConnectFour>);

}  // namespace agon::anchors
