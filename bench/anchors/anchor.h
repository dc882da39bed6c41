// What a hand-written reference program offers, and what can be done with any of them.
//
// An anchor plays the rules of one sheet twice: `playout` is random play as fast as the game allows, `Position` is the plain
// interface of a game-tree search (list the moves, make one by copy). The two share the rules of the game, not the loop, so that
// the checks against the prover on positions say something about the playouts only together with those on their statistics.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

#include "bench/anchors/cpu.h"
#include "bench/anchors/rng.h"

namespace agon::anchors {

using Goals = std::array<int, 2>;  // in the order of the sheet's roles
inline constexpr Goals kDraw = {50, 50};
constexpr Goals win_for(unsigned role) { return role == 0 ? Goals{100, 0} : Goals{0, 100}; }

struct Result {
  unsigned plies;
  Goals goals;
};

// A list that lives on the stack; its room is left as it is, as clearing it would cost more than filling it.
template <class Move, std::size_t kMost>
class MoveList {
 public:
  void add(const Move& move) { items_[count_++] = move; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const Move& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] const Move* begin() const { return items_.data(); }
  [[nodiscard]] const Move* end() const { return items_.data() + count_; }

 private:
  std::size_t count_ = 0;
  std::array<Move, kMost> items_;
};

// Position{} is the start. moves() and after() want a position that is not terminal, goals() one that is. One role is on turn;
// the other one's noop is left out. term() is the move in the words of the library sheet, to follow recorded matches.
template <class P>
concept GamePosition = std::copyable<P> && requires(const P& p, const typename P::Move& move) {
  { p.mover() } -> std::same_as<unsigned>;
  { p.is_terminal() } -> std::same_as<bool>;
  { p.goals() } -> std::same_as<Goals>;
  { *p.moves().begin() } -> std::convertible_to<typename P::Move>;
  { p.after(move) } -> std::same_as<P>;
  { p.term(move) } -> std::same_as<std::string>;
};

template <class G>
concept Anchor = GamePosition<typename G::Position> && requires(Rng& rng) {
  { G::kName } -> std::convertible_to<const char*>;   // for people
  { G::kSheet } -> std::convertible_to<const char*>;  // the library game whose rules it plays
  { G::playout(rng) } -> std::same_as<Result>;
  { G::template play<PlainCpu>(rng) } -> std::same_as<Result>;  // the playout on a given kind of processor
};

// Random playouts, added up.

struct Totals {
  std::uint64_t playouts = 0;
  std::uint64_t plies = 0;
  std::array<std::uint64_t, 2> goals{};

  void add(const Result& result) {
    ++playouts;
    plies += result.plies;
    for (std::size_t role = 0; role < goals.size(); ++role) goals[role] += static_cast<std::uint64_t>(result.goals[role]);
  }
};

template <class G>
Totals playouts_plain(Rng& rng, std::uint64_t count) {
  Totals totals;
  for (; count > 0; --count) totals.add(G::template play<PlainCpu>(rng));
  return totals;
}

template <class G>
AGON_ANCHOR_FAST_TARGET Totals playouts_fast(Rng& rng, std::uint64_t count) {
  Rng local = rng;  // kept in a register, which a reference from outside might not be
  Totals totals;
  for (; count > 0; --count) totals.add(G::template play<FastCpu>(local));
  rng = local;
  return totals;
}

template <class G>
Totals playouts(Rng& rng, std::uint64_t count) {
  static const bool fast = has_fast_cpu();
  return fast ? playouts_fast<G>(rng, count) : playouts_plain<G>(rng, count);
}

template <class G>
Result one_playout(Rng& rng) {
  const Totals totals = playouts<G>(rng, 1);
  return {static_cast<unsigned>(totals.plies), {static_cast<int>(totals.goals[0]), static_cast<int>(totals.goals[1])}};
}

// Perft, as in game/perft.h.

struct Perft {
  std::uint64_t nodes = 0;
  std::uint64_t terminals = 0;
  std::array<std::int64_t, 2> goal_sums{};
};

template <GamePosition P>
void perft(const P& position, int depth, Perft& count) {
  if (depth == 0) {
    ++count.nodes;
    if (!position.is_terminal()) return;
    ++count.terminals;
    const Goals goals = position.goals();
    for (std::size_t role = 0; role < goals.size(); ++role) count.goal_sums[role] += goals[role];
    return;
  }
  if (position.is_terminal()) return;
  for (const auto& move : position.moves()) perft(position.after(move), depth - 1, count);
}

// The minimax driver of "Comparison of GDL Reasoners" (Schiffel and Bjornsson, GIGA 2013): no values, no cut-offs, only the cost of
// asking. Adds one to `nodes` for each move made; true when everything below is terminal; gives up as soon as stop(nodes) says so.
template <GamePosition P, class Stop>
bool minimax(const P& position, int depth, std::uint64_t& nodes, Stop& stop) {
  if (stop(nodes)) return false;
  if (position.is_terminal()) {
    [[maybe_unused]] volatile int paid = position.goals()[0];  // the value is of no interest, the work is
    return true;
  }
  if (depth <= 0) return false;
  bool all_terminal = true;
  for (const auto& move : position.moves()) {
    ++nodes;
    if (!minimax(position.after(move), depth - 1, nodes, stop)) all_terminal = false;
    if (stop(nodes)) return false;
  }
  return all_terminal;
}

}  // namespace agon::anchors
