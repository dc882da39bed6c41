// English draughts on the dark squares of an 8 by 8 board: forced captures, chains of jumps as one move, kings, the 80-ply rule.
//
// Bit 8 * (y - 1) + (x - 1), dark where x + y is even. A diagonal step is a shift by 7 or 9, and one that leaves the board at the
// side lands on a light square, where no set has a member: no edge has to be looked at. Black begins at the top and moves to
// lower bits. Captures are rare enough to be listed; other moves are counted in sets and chosen by number.
#pragma once

#include <utility>

#include "bench/anchors/anchor.h"

namespace agon::anchors {

struct Draughts {
  static constexpr const char* kName = "draughts";
  static constexpr const char* kSheet = "draughts";

  static constexpr Squares kDark = 0xaa55aa55aa55aa55;
  static constexpr Squares kTopRow = 0xff00000000000000;
  static constexpr Squares kBottomRow = 0x00000000000000ff;
  static constexpr unsigned kQuietPlies = 80;  // without a capture or a move of a man: a draw

  // Four ways to go, the two to higher bits first.
  static constexpr unsigned kWays = 4;
  template <unsigned kWay>
  static constexpr Squares step(Squares set) {
    return kWay == 0 ? set << 7U : kWay == 1 ? set << 9U : kWay == 2 ? set >> 7U : set >> 9U;
  }
  static constexpr Squares step(unsigned way, Squares set) {
    const unsigned distance = way % 2 == 0 ? 7 : 9;
    return way < 2 ? set << distance : set >> distance;
  }
  static constexpr unsigned opposite(unsigned way) { return way ^ 2U; }

  struct Move {
    Squares from;
    Squares to;
    Squares captured;
    std::uint64_t path;  // numbers of the squares visited, the first in the highest of 6-bit digits; only captures have one
  };
  // Jumps connect the squares in four separate sets of eight, and no placing of kings, free squares and victims gives more than 17
  // captures in one of them (all were tried). Twelve kings have at most 48 other moves.
  using Moves = MoveList<Move, 4 * 17>;

  // The side on turn and the other one; kings of both.
  struct Board {
    Squares own = 0xaa55aa0000000000;
    Squares other = 0x000000000055aa55;
    Squares kings = 0;
    unsigned quiet = 0;

    [[nodiscard]] Squares free() const { return kDark & ~(own | other); }
    // Own pieces that may go that way.
    template <bool kBlack, unsigned kWay>
    [[nodiscard]] Squares movers() const {
      return (kWay >= 2) == kBlack ? own : own & kings;
    }
    // Where a step that way ends.
    template <bool kBlack>
    [[nodiscard]] std::array<Squares, kWays> slides() const {
      return {step<0>(movers<kBlack, 0>()) & free(), step<1>(movers<kBlack, 1>()) & free(), step<2>(movers<kBlack, 2>()) & free(),
              step<3>(movers<kBlack, 3>()) & free()};
    }
    // Own pieces that can jump.
    template <bool kBlack>
    [[nodiscard]] Squares jumpers() const {
      return (step<2>(step<2>(free()) & other) & movers<kBlack, 0>()) | (step<3>(step<3>(free()) & other) & movers<kBlack, 1>()) |
             (step<0>(step<0>(free()) & other) & movers<kBlack, 2>()) | (step<1>(step<1>(free()) & other) & movers<kBlack, 3>());
    }

    template <bool kBlack>
    void add_slides(Moves& moves) const {
      const auto to = slides<kBlack>();
      for (unsigned way = 0; way < kWays; ++way) {
        for_each(to[way], [&](Squares square) { moves.add({step(opposite(way), square), square, 0, 0}); });
      }
    }
    template <bool kBlack>
    void add_jumps(Squares jumpers, Moves& moves) const {
      for_each(jumpers, [&](Squares from) {
        const bool king = (from & kings) != 0;
        const Jumper jumper{king || !kBlack, king || kBlack, from, free() | from, moves};  // it has left its own square
        jumper.go_on(from, other, 0, number(from));
      });
    }

    // The board for the other side after the move.
    template <bool kBlack>
    AGON_ANCHOR_INLINE void make(const Move& move) {
      const bool king = (move.from & kings) != 0;
      const Squares crowned = move.to & (kBlack ? kBottomRow : kTopRow);
      quiet = king && move.captured == 0 ? quiet + 1 : 0;
      kings = (kings & ~(move.from | move.captured)) | (king ? move.to : crowned);
      own = (own & ~move.from) | move.to;
      other &= ~move.captured;
      std::swap(own, other);
    }
  };

  struct Position {
    using Move = Draughts::Move;

    Board board;
    unsigned turn = 0;  // 0 is black

    [[nodiscard]] unsigned mover() const { return turn; }
    [[nodiscard]] bool is_terminal() const { return board.quiet == kQuietPlies || is_stuck(); }
    [[nodiscard]] Goals goals() const { return is_stuck() ? win_for(1 - turn) : kDraw; }
    [[nodiscard]] Moves moves() const {
      Moves list;
      if (turn == 0) {
        add_moves<true>(list);
      } else {
        add_moves<false>(list);
      }
      return list;
    }
    [[nodiscard]] Position after(const Move& move) const {
      Position next{board, 1 - turn};
      if (turn == 0) {
        next.board.make<true>(move);
      } else {
        next.board.make<false>(move);
      }
      return next;
    }
    [[nodiscard]] std::string term(const Move& move) const {
      if (move.captured == 0) return "(move " + std::to_string(number(move.from)) + " " + std::to_string(number(move.to)) + ")";
      return path_term(move.path);
    }

   private:
    [[nodiscard]] bool is_stuck() const { return turn == 0 ? is_stuck_as<true>() : is_stuck_as<false>(); }
    template <bool kBlack>
    [[nodiscard]] bool is_stuck_as() const {
      const auto to = board.slides<kBlack>();
      return (to[0] | to[1] | to[2] | to[3] | board.jumpers<kBlack>()) == 0;
    }
    template <bool kBlack>
    void add_moves(Moves& list) const {
      const Squares jumpers = board.jumpers<kBlack>();
      if (jumpers != 0) {
        board.add_jumps<kBlack>(jumpers, list);
      } else {
        board.add_slides<kBlack>(list);
      }
    }
  };

  template <class Cpu>
  AGON_ANCHOR_INLINE static Result play(Rng& rng) {
    Board board;
    for (unsigned plies = 0;; plies += 2) {
      if (!move_at_random<Cpu, true>(board, rng)) return {plies, win_for(1)};
      if (board.quiet == kQuietPlies && can_move<false>(board)) return {plies + 1, kDraw};
      if (!move_at_random<Cpu, false>(board, rng)) return {plies + 1, win_for(0)};
      if (board.quiet == kQuietPlies && can_move<true>(board)) return {plies + 2, kDraw};
    }
  }

  static Result playout(Rng& rng) { return one_playout<Draughts>(rng); }

 private:
  // Follows a capture to all its ends.
  struct Jumper {
    bool up;
    bool down;
    Squares from;
    Squares free;
    Moves& moves;

    // `victims` have not been jumped yet.
    void go_on(Squares at, Squares victims, Squares captured, std::uint64_t path) const {
      bool ends_here = true;
      if (up) {
        if (jump<0>(at, victims, captured, path)) ends_here = false;
        if (jump<1>(at, victims, captured, path)) ends_here = false;
      }
      if (down) {
        if (jump<2>(at, victims, captured, path)) ends_here = false;
        if (jump<3>(at, victims, captured, path)) ends_here = false;
      }
      if (ends_here) moves.add({from, at, captured, path});
    }
    template <unsigned kWay>
    bool jump(Squares at, Squares victims, Squares captured, std::uint64_t path) const {
      const Squares victim = step<kWay>(at) & victims;
      const Squares landing = step<kWay>(victim) & free;
      if (landing == 0) return false;
      go_on(landing, victims ^ victim, captured | victim, (path << 6U) | number(landing));
      return true;
    }
  };

  template <bool kBlack>
  static bool can_move(const Board& board) {
    const auto to = board.slides<kBlack>();
    return (to[0] | to[1] | to[2] | to[3] | board.jumpers<kBlack>()) != 0;
  }

  // False if there is no move.
  template <class Cpu, bool kBlack>
  AGON_ANCHOR_INLINE static bool move_at_random(Board& board, Rng& rng) {
    if (const Squares jumpers = board.jumpers<kBlack>(); jumpers != 0) {
      Moves moves;
      board.add_jumps<kBlack>(jumpers, moves);
      board.make<kBlack>(moves[rng.below(static_cast<unsigned>(moves.size()))]);
      return true;
    }
    const auto to = board.slides<kBlack>();
    if ((to[0] | to[1] | to[2] | to[3]) == 0) return false;
    const auto chosen = choose<Cpu>(to, rng);
    const Squares from = step<2>(chosen[0]) | step<3>(chosen[1]) | step<0>(chosen[2]) | step<1>(chosen[3]);
    board.make<kBlack>({from, chosen[0] | chosen[1] | chosen[2] | chosen[3], 0, 0});
    return true;
  }

  // As players number the squares: 1 to 32 from the top left.
  static unsigned number(Squares square) { return 4 * (7 - index(square) / 8) + index(square) % 8 / 2 + 1; }

  static std::string path_term(std::uint64_t path) {
    const std::string last = std::to_string(path & 63U);
    return path < 64 ? last : "(jump " + path_term(path >> 6U) + " " + last + ")";
  }
};

static_assert(Anchor<Draughts>);

}  // namespace agon::anchors
