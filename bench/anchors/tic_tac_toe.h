// Tic-tac-toe: two sets of nine squares and a table of the sets that hold a line.
#pragma once

#include <utility>

#include "bench/anchors/anchor.h"

namespace agon::anchors {

struct TicTacToe {
  static constexpr const char* kName = "tic-tac-toe";
  static constexpr const char* kSheet = "tictactoe";

  // Square 3 * (x - 1) + (y - 1).
  static constexpr unsigned kCells = 9;
  static constexpr Squares kBoard = 0777;

  static constexpr std::array<bool, 512> kHasLine = [] {
    std::array<bool, 512> table{};
    for (unsigned set = 0; set < table.size(); ++set) {
      for (const unsigned line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
        if ((set & line) == line) table[set] = true;
      }
    }
    return table;
  }();

  struct Position {
    using Move = Squares;

    std::array<Squares, 2> marks{};
    unsigned plies = 0;

    [[nodiscard]] unsigned mover() const { return plies % 2; }
    [[nodiscard]] bool has_winner() const { return kHasLine[marks[1 - mover()]]; }
    [[nodiscard]] bool is_terminal() const { return has_winner() || plies == kCells; }
    [[nodiscard]] Goals goals() const { return has_winner() ? win_for(1 - mover()) : kDraw; }
    [[nodiscard]] auto moves() const {
      MoveList<Move, kCells> list;
      for_each(kBoard & ~(marks[0] | marks[1]), [&](Squares square) { list.add(square); });
      return list;
    }
    [[nodiscard]] Position after(Move move) const {
      Position next = *this;
      next.marks[mover()] |= move;
      ++next.plies;
      return next;
    }
    [[nodiscard]] std::string term(Move move) const {
      return "(mark " + std::to_string(index(move) / 3 + 1) + " " + std::to_string(index(move) % 3 + 1) + ")";
    }
  };

  // Two random words are enough for a game: as a fraction of 56 bits, times 9 they have a digit before the point and a fraction
  // behind it, which times 8 gives the next digit. The 9! orders of the cells use up 19 bits.
  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    Squares own = 0;
    Squares other = 0;
    constexpr unsigned kBits = 56;
    std::uint64_t fraction = (std::uint64_t{rng.next()} << (kBits - 32)) ^ rng.next();
    for (unsigned ply = 0; ply < kCells; ++ply) {
      fraction *= kCells - ply;
      own |= Cpu::nth(kBoard & ~(own | other), static_cast<unsigned>(fraction >> kBits));
      fraction %= std::uint64_t{1} << kBits;
      if (kHasLine[own]) return {ply + 1, win_for(ply % 2)};
      std::swap(own, other);
    }
    return {kCells, kDraw};
  }

  static Result playout(Rng& rng) { return one_playout<TicTacToe>(rng); }
};

static_assert(Anchor<TicTacToe>);

}  // namespace agon::anchors
