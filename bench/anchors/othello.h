// Othello on 8 by 8, black first. A pass is a ply, and the game is over as soon as neither side can place.
//
// A run is followed along four directions at once, one in each lane, and then along the four opposite ones. Three doubling
// steps find a run of up to six discs.
#pragma once

#include <utility>

#include "bench/anchors/anchor.h"

namespace agon::anchors {

struct Othello {
  static constexpr const char* kName = "othello";
  static constexpr const char* kSheet = "othello";

  // Bit 8 * (y - 1) + (x - 1).
  static constexpr Squares kBlackStart = 0x0000000810000000;  // (4 5) and (5 4)
  static constexpr Squares kWhiteStart = 0x0000001008000000;  // (4 4) and (5 5)

  // Where a disc can be placed.
  template <class Cpu>
  AGON_ANCHOR_INLINE static Squares placements(Squares own, Squares other) {
    const Squares reached = along_all_lines<Cpu>([&](auto& found, const auto& step, const auto& inner) {
      auto up = found + own;  // `found` comes as zero, in one lane or in four
      auto down = up;
      run_up(up, inner & other, step);
      run_down(down, inner & other, step);
      found = (up << step) | (down >> step);
    });
    return reached & ~(own | other);
  }

  // The discs that a disc on `square` turns over: the runs with a disc of one's own behind them.
  template <class Cpu>
  AGON_ANCHOR_INLINE static Squares turned(Squares square, Squares own, Squares other) {
    return along_all_lines<Cpu>([&](auto& found, const auto& step, const auto& inner) {
      const auto none = found;
      auto up = found + square;
      auto down = up;
      run_up(up, inner & other, step);
      run_down(down, inner & other, step);
      found = (((up << step) & own) != 0 ? up : none) | (((down >> step) & own) != 0 ? down : none);
    });
  }

  static Goals score(Squares black, Squares white) {
    const unsigned blacks = size(black);
    const unsigned whites = size(white);
    return blacks == whites ? kDraw : win_for(blacks > whites ? 0 : 1);
  }

  struct Position {
    using Move = Squares;  // the square, or none for a pass

    Squares own = kBlackStart;  // of the role on turn
    Squares other = kWhiteStart;
    unsigned turn = 0;

    [[nodiscard]] unsigned mover() const { return turn; }
    [[nodiscard]] bool is_terminal() const {
      return placements<PlainCpu>(own, other) == 0 && placements<PlainCpu>(other, own) == 0;
    }
    [[nodiscard]] Goals goals() const { return turn == 0 ? score(own, other) : score(other, own); }
    [[nodiscard]] auto moves() const {
      MoveList<Move, 60> list;
      for_each(placements<PlainCpu>(own, other), [&](Squares square) { list.add(square); });
      if (list.empty()) list.add(0);
      return list;
    }
    [[nodiscard]] Position after(Move move) const {
      if (move == 0) return {other, own, 1 - turn};
      const Squares flips = turned<PlainCpu>(move, own, other);
      return {other & ~flips, own | flips | move, 1 - turn};
    }
    [[nodiscard]] std::string term(Move move) const {
      if (move == 0) return "pass";
      return "(place " + std::to_string(index(move) % 8 + 1) + " " + std::to_string(index(move) / 8 + 1) + ")";
    }
  };

  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    Squares own = kBlackStart;
    Squares other = kWhiteStart;
    for (unsigned plies = 0;; ++plies) {
      Squares places = placements<Cpu>(own, other);
      if (places == 0) {
        places = placements<Cpu>(other, own);
        if (places == 0) return {plies, plies % 2 == 0 ? score(own, other) : score(other, own)};
        std::swap(own, other);
        ++plies;
      }
      const Squares square = Cpu::nth(places, rng.below(size(places)));
      const Squares flips = turned<Cpu>(square, own, other);
      own |= flips | square;
      other &= ~flips;
      std::swap(own, other);
    }
  }

  static Result playout(Rng& rng) { return one_playout<Othello>(rng); }

 private:
  typedef Squares FourLanes __attribute__((vector_size(32)));

  static constexpr std::array<Squares, 4> kStep = {1, 7, 8, 9};
  // A run never includes an edge that its direction crosses: it could not go on from there, and a shift would wrap around.
  static constexpr Squares kInnerFiles = 0x7e7e7e7e7e7e7e7e;
  static constexpr std::array<Squares, 4> kInner = {kInnerFiles, kInnerFiles, ~Squares{0}, kInnerFiles};

  // Everything that work(found, step, inner) finds along the four lines through a square: line by line, or all in one vector.
  // Vectors go by reference, as by value they would need one calling convention for all processors.
  template <class Cpu, class Work>
  AGON_ANCHOR_INLINE static Squares along_all_lines(Work&& work) {
    if constexpr (Cpu::kHasVectors) {
      FourLanes found{};
      work(found, FourLanes{kStep[0], kStep[1], kStep[2], kStep[3]}, FourLanes{kInner[0], kInner[1], kInner[2], kInner[3]});
      return (found[0] | found[1]) | (found[2] | found[3]);
    } else {
      Squares all = 0;
      for (std::size_t line = 0; line < kStep.size(); ++line) {
        Squares found = 0;
        work(found, kStep[line], kInner[line]);
        all |= found;
      }
      return all;
    }
  }

  // Turns starting squares into the unbroken runs of `inner` discs that begin next to them.
  template <class Line>
  AGON_ANCHOR_INLINE static void run_up(Line& run, const Line& inner, const Line& step) {
    run = inner & (run << step);
    run |= inner & (run << step);
    const Line pairs = inner & (inner << step);
    run |= pairs & (run << (2 * step));
    run |= pairs & (run << (2 * step));
  }
  template <class Line>
  AGON_ANCHOR_INLINE static void run_down(Line& run, const Line& inner, const Line& step) {
    run = inner & (run >> step);
    run |= inner & (run >> step);
    const Line pairs = inner & (inner >> step);
    run |= pairs & (run >> (2 * step));
    run |= pairs & (run >> (2 * step));
  }
};

static_assert(Anchor<Othello>);

}  // namespace agon::anchors
