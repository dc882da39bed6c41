#include "lab/experiments/trap_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace agon::lab::experiments {
namespace {

constexpr int kColumns = 5;
constexpr int kMoreWhite = 6, kMoreBlack = 3;

bool has(const std::vector<Pawn>& pawns, Pawn pawn) { return std::ranges::find(pawns, pawn) != pawns.end(); }

std::string squares(const std::vector<Pawn>& pawns) {
  std::string text;
  for (const Pawn& pawn : pawns) text += fmt::format(" {}{}", static_cast<char>('a' + pawn.column - 1), pawn.row);
  return text;
}

void add_pawns(std::vector<Pawn>& side, const std::vector<Pawn>& taken, int count, int from, int to, Rng& rng) {
  while (count > 0) {
    const Pawn pawn{1 + static_cast<int>(rng.below(kColumns)),
                    from + static_cast<int>(rng.below(static_cast<std::uint32_t>(to - from + 1)))};
    const bool way_out = pawn == Pawn{1, 8} || pawn == Pawn{3, 8};
    if (way_out || has(side, pawn) || has(taken, pawn)) continue;
    side.push_back(pawn);
    --count;
  }
}

// Who wins by force within some plies, by trying everything.
class ForcedWin {
 public:
  ForcedWin(const game::AnyEngine& engine, RoleId role) : engine_(engine), role_(role), scratch_(engine.make_scratch()) {}

  std::vector<int> first_moves(int most) {
    const game::AnyState start = engine_.initial_state(scratch_);
    const std::vector<game::AnyState> all = successors(start);
    std::vector<int> result(all.size(), 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (int plies = 1; plies <= most && result[i] == 0; plies += 2) {
        if (wins(all[i], plies - 1, false)) result[i] = plies;
      }
    }
    return result;
  }

 private:
  // `own`: the role in question is on turn.
  bool wins(const game::AnyState& state, int plies, bool own) {
    if (engine_.is_terminal(scratch_, state)) return engine_.goal(scratch_, state, role_) == 100;
    if (plies == 0) return false;
    for (const game::AnyState& next : successors(state)) {
      if (wins(next, plies - 1, !own) == own) return own;
    }
    return !own;
  }

  // In the order of the moves: only one of the roles has a choice.
  std::vector<game::AnyState> successors(const game::AnyState& state) {
    game::MoveBuffer first, second;
    engine_.legal_moves(scratch_, state, RoleId{0}, first);
    engine_.legal_moves(scratch_, state, RoleId{1}, second);
    std::vector<game::AnyState> result;
    for (const MoveId a : first) {
      for (const MoveId b : second) {
        result.push_back(state);
        engine_.apply(scratch_, result.back(), std::vector<MoveId>{a, b});
      }
    }
    return result;
  }

  const game::AnyEngine& engine_;
  RoleId role_;
  game::AnyEngine::Scratch scratch_;
};

}  // namespace

int TrapPosition::white_moves() const {
  int moves = 0;
  for (const Pawn& pawn : white) {
    for (const int aside : {-1, 0, 1}) {
      const Pawn to{pawn.column + aside, pawn.row + 1};
      if (to.column < 1 || to.column > kColumns || has(white, to)) continue;
      if (aside != 0 || !has(black, to)) ++moves;
    }
  }
  return moves;
}

std::string TrapPosition::text() const { return fmt::format("White{}, Black{}", squares(white), squares(black)); }

std::string TrapPosition::sheet(const std::string& other) const {
  constexpr std::string_view kFact = "(start ";  // rules about it are indented
  std::istringstream lines(other);
  std::string line, result;
  bool written = false;
  while (std::getline(lines, line)) {
    if (!line.starts_with(kFact)) {
      result += line + "\n";
      continue;
    }
    if (written) continue;
    written = true;
    for (const Pawn& pawn : white) result += fmt::format("(start {} {} white)\n", pawn.column, pawn.row);
    for (const Pawn& pawn : black) result += fmt::format("(start {} {} black)\n", pawn.column, pawn.row);
  }
  return result;
}

TrapPosition random_trap(Rng& rng) {
  for (;;) {
    TrapPosition position{{{1, 5}, {2, 6}}, {{1, 7}, {2, 7}, {3, 7}, {2, 8}}};
    add_pawns(position.white, position.black, kMoreWhite, 1, 4, rng);
    add_pawns(position.black, position.white, kMoreBlack, 4, 8, rng);
    if (position.white_moves() == kTrapMoves) return position;
  }
}

std::vector<int> plies_to_win(const game::AnyEngine& engine, RoleId role, int most) {
  return ForcedWin(engine, role).first_moves(most);
}

std::size_t first_move_index(const game::AnyEngine& engine, RoleId role, const std::string& move) {
  auto scratch = engine.make_scratch();
  const game::AnyState start = engine.initial_state(scratch);
  game::MoveBuffer legal;
  engine.legal_moves(scratch, start, role, legal);
  std::size_t i = 0;
  while (i < legal.size() && engine.terms().text(engine.move_term(role, legal[i])) != move) ++i;
  return i;
}

}  // namespace agon::lab::experiments
