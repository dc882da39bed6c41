// Hex on a rhombus of N by N, red first: red connects the first row with the last, blue the first column with the last.
//
// Bit (N + 1) * (y - 1) + (x - 1); the bit behind each row stays empty, so that shifts do not run into the next row.
// For each side the stones linked with its first edge are kept. A new stone either touches none of them and changes nothing, or
// brings in its own group by a flood: a stone is flooded once in a game, and there is no search in most plies.
#pragma once

#include "bench/anchors/anchor.h"

namespace agon::anchors {

__extension__ typedef unsigned __int128 Word128;  // -Wpedantic knows no 128-bit integers

template <unsigned kSide>
struct HexBoard {
  static_assert(kSide >= 2 && kSide <= 9, "two words, and a bit for the edge");

  static constexpr unsigned kStride = kSide + 1;
  static constexpr unsigned kCells = kSide * kSide;
  static constexpr Word128 kOne = 1;
  static constexpr Word128 kEdge = kOne << 127U;  // stands for the first edge among the linked stones

  using Cells = std::array<std::uint8_t, kCells>;
  static constexpr Cells kAllCells = [] {
    Cells cells{};
    for (unsigned i = 0; i < kCells; ++i) cells[i] = static_cast<std::uint8_t>(i / kSide * kStride + i % kSide);
    return cells;
  }();

  static constexpr Word128 kFirstRow = (kOne << kSide) - 1;
  static constexpr Word128 kFirstColumn = [] {
    Word128 column = 0;
    for (unsigned y = 0; y < kSide; ++y) column |= kOne << (y * kStride);
    return column;
  }();
  static constexpr std::array<Word128, 2> kFirst = {kFirstRow, kFirstColumn};
  static constexpr std::array<Word128, 2> kLast = {kFirstRow << (kStride * (kSide - 1)), kFirstColumn << (kSide - 1)};

  // The six neighbours of each member, and bits outside the board.
  static constexpr Word128 around(Word128 set) {
    return (set << 1U) | (set >> 1U) | (set << kStride) | (set >> kStride) | (set << (kStride - 1)) | (set >> (kStride - 1));
  }

  struct Touch {
    Word128 stone;
    std::array<Word128, 2> neighbours;  // for each side, with the edge where the cell lies on its first one
  };
  static constexpr std::array<Touch, kSide* kStride> kTouch = [] {
    std::array<Touch, kSide * kStride> table{};
    for (unsigned i = 0; i < table.size(); ++i) {
      table[i].stone = kOne << i;
      for (unsigned side = 0; side < 2; ++side) {
        table[i].neighbours[side] = around(kOne << i) | ((kFirst[side] & (kOne << i)) != 0 ? kEdge : 0);
      }
    }
    return table;
  }();

  struct Stones {
    Word128 own = 0;
    Word128 linked = kEdge;
  };

  // Adds a stone of the side; true if it completes a chain.
  AGON_ANCHOR_INLINE static bool place(Stones& stones, unsigned side, unsigned cell) {
    const Touch& touch = kTouch[cell];
    stones.own |= touch.stone;
    if ((touch.neighbours[side] & stones.linked) == 0) return false;
    for (Word128 front = touch.stone; front != 0; front = around(front) & stones.own & ~stones.linked) stones.linked |= front;
    return (stones.linked & kLast[side]) != 0;
  }

  struct Position {
    using Move = std::uint8_t;  // the bit of the cell

    std::array<Stones, 2> stones;
    unsigned plies = 0;

    [[nodiscard]] unsigned mover() const { return plies % 2; }
    [[nodiscard]] bool is_terminal() const { return (stones[1 - mover()].linked & kLast[1 - mover()]) != 0; }
    [[nodiscard]] Goals goals() const { return win_for(1 - mover()); }
    [[nodiscard]] auto moves() const {
      MoveList<Move, kCells> list;
      const Word128 taken = stones[0].own | stones[1].own;
      for (const Move cell : kAllCells) {
        if ((taken & kTouch[cell].stone) == 0) list.add(cell);
      }
      return list;
    }
    [[nodiscard]] Position after(Move move) const {
      Position next = *this;
      place(next.stones[mover()], mover(), move);
      ++next.plies;
      return next;
    }
    [[nodiscard]] std::string term(Move move) const {
      return "(place " + std::to_string(move % kStride + 1) + " " + std::to_string(move / kStride + 1) + ")";
    }
  };

  // The free cells are kept in a list without order: what is taken leaves its place to the last one.
  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    Cells free = kAllCells;
    const auto take = [&](unsigned ply) {
      std::uint8_t& slot = free[rng.below(kCells - ply)];
      const unsigned cell = slot;
      slot = free[kCells - 1 - ply];
      return cell;
    };
    Stones red;
    Stones blue;
    for (unsigned ply = 0;; ply += 2) {
      if (place(red, 0, take(ply))) return {ply + 1, win_for(0)};
      if (place(blue, 1, take(ply + 1))) return {ply + 2, win_for(1)};
    }
  }
};

struct Hex : HexBoard<9> {
  static constexpr const char* kName = "hex";
  static constexpr const char* kSheet = "hex";
  static Result playout(Rng& rng) { return one_playout<Hex>(rng); }
};

struct SmallHex : HexBoard<5> {
  static constexpr const char* kName = "hex-5x5";
  static constexpr const char* kSheet = "hex-5x5";
  static Result playout(Rng& rng) { return one_playout<SmallHex>(rng); }
};

static_assert(Anchor<Hex> && Anchor<SmallHex>);

}  // namespace agon::anchors
