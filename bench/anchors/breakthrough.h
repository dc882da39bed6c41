// Breakthrough on 8 by 8. Bit 8 * (y - 1) + (x - 1); white moves to higher bits and begins.
//
// The foremost pawn can always step diagonally, so nobody is ever without a move.
#pragma once

#include "bench/anchors/anchor.h"

namespace agon::anchors {

struct Breakthrough {
  static constexpr const char* kName = "breakthrough";
  static constexpr const char* kSheet = "breakthrough";

  static constexpr Squares kRow = 0xff;
  static constexpr Squares kWestFile = 0x0101010101010101;
  static constexpr Squares kEastFile = kWestFile << 7U;
  static constexpr Squares kWhiteStart = 0xffff;
  static constexpr Squares kBlackStart = kWhiteStart << 48U;

  // How far ahead a pawn gets in bits: straight, to the west, to the east.
  static constexpr unsigned kWays = 3;
  template <bool kWhite>
  static constexpr std::array<unsigned, kWays> kStep =
      kWhite ? std::array<unsigned, kWays>{8, 7, 9} : std::array<unsigned, kWays>{8, 9, 7};

  template <bool kWhite>
  static constexpr Squares ahead(Squares pawns, unsigned step) {
    return kWhite ? pawns << step : pawns >> step;
  }

  // Where own pawns can go, for each of the ways.
  template <bool kWhite>
  static constexpr std::array<Squares, kWays> targets(Squares own, Squares other) {
    constexpr auto step = kStep<kWhite>;
    return {ahead<kWhite>(own, step[0]) & ~(own | other), ahead<kWhite>(own & ~kWestFile, step[1]) & ~own,
            ahead<kWhite>(own & ~kEastFile, step[2]) & ~own};
  }

  static constexpr bool white_wins(Squares white, Squares black) { return (white >> 56U) != 0 || black == 0; }
  static constexpr bool black_wins(Squares white, Squares black) { return (black & kRow) != 0 || white == 0; }

  struct Position {
    struct Move {
      Squares from;
      Squares to;
    };

    Squares white = kWhiteStart;
    Squares black = kBlackStart;
    unsigned turn = 0;

    [[nodiscard]] unsigned mover() const { return turn; }
    [[nodiscard]] bool is_terminal() const { return turn == 0 ? black_wins(white, black) : white_wins(white, black); }
    [[nodiscard]] Goals goals() const { return win_for(1 - turn); }
    [[nodiscard]] auto moves() const {
      MoveList<Move, 16 * kWays> list;
      if (turn == 0) {
        add_moves<true>(white, black, list);
      } else {
        add_moves<false>(black, white, list);
      }
      return list;
    }
    [[nodiscard]] Position after(const Move& move) const {
      const Squares changed = move.from | move.to;
      return turn == 0 ? Position{white ^ changed, black & ~move.to, 1} : Position{white & ~move.to, black ^ changed, 0};
    }
    [[nodiscard]] std::string term(const Move& move) const {
      const auto name = [](Squares square) {
        return std::to_string(index(square) % 8 + 1) + " " + std::to_string(index(square) / 8 + 1);
      };
      return "(move " + name(move.from) + " " + name(move.to) + ")";
    }

   private:
    template <bool kWhite, class List>
    static void add_moves(Squares own, Squares other, List& list) {
      const auto to = targets<kWhite>(own, other);
      for (unsigned way = 0; way < kWays; ++way) {
        for_each(to[way], [&](Squares square) { list.add({ahead<!kWhite>(square, kStep<kWhite>[way]), square}); });
      }
    }
  };

  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    Squares white = kWhiteStart;
    Squares black = kBlackStart;
    for (unsigned plies = 0;; plies += 2) {
      move_at_random<Cpu, true>(white, black, rng);
      if (white_wins(white, black)) return {plies + 1, win_for(0)};
      move_at_random<Cpu, false>(black, white, rng);
      if (black_wins(white, black)) return {plies + 2, win_for(1)};
    }
  }

  static Result playout(Rng& rng) { return one_playout<Breakthrough>(rng); }

 private:
  template <class Cpu, bool kWhite>
  AGON_ANCHOR_INLINE static void move_at_random(Squares& own, Squares& other, Rng& rng) {
    constexpr auto step = kStep<kWhite>;
    const auto to = choose<Cpu>(targets<kWhite>(own, other), rng);
    const Squares target = to[0] | to[1] | to[2];
    own ^= target | ahead<!kWhite>(to[0], step[0]) | ahead<!kWhite>(to[1], step[1]) | ahead<!kWhite>(to[2], step[2]);
    other &= ~target;
  }
};

static_assert(Anchor<Breakthrough>);

}  // namespace agon::anchors
