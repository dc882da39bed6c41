// What each move changes, worked out in advance: the next value of every fluent with the choice of one move put in.
//
// With the choice fixed and the turn known, most fluents keep their value and most others become constants: a move of Breakthrough
// clears one cell and sets another. A step then costs the few fluents that change, not a walk through the gates behind all moves.
// Where the roles' choices act together on one fluent (simultaneous moves) this cannot be done move by move; `composable` is false.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace agon::engines::event {

using circuit::Lit;

struct Change {
  std::uint32_t fluent = 0;
  Lit next;  // of the network below; looks at fluents only
};

struct Effects {
  circuit::Network network;  // the circuit's, with more gates behind its own

  bool composable = true;
  // What happens without any choice, for one role (or nobody) having the choice in a selector. Fluents that keep their value are left out.
  struct Base {
    bool possible = false;
    std::vector<Change> simple;    // next value is a fluent or a constant
    std::vector<Change> computed;  // next value needs gates
  };
  std::vector<std::vector<Base>> bases;  // [selector][index of the role in it; one more for nobody]
  // Per move of the program: what it changes over the base of its role.
  std::vector<std::uint32_t> begin;
  std::vector<Change> changes;

  // Legality without the conditions that many moves of a role share (whose turn it is, that nobody can jump): those are asked once for
  // all moves of a class, not kept for each.
  std::vector<Lit> legal;  // per move
  // Where only what is cheap is followed: conditions of a move that have many gates behind them, asked for once the rest of its legality
  // holds. In chess: that the own king is safe.
  std::vector<std::vector<Lit>> deferred;  // per move; empty if everything is in `legal`
  struct MoveClass {
    std::vector<Lit> conditions;
    std::vector<std::uint32_t> moves;
  };
  std::vector<std::vector<MoveClass>> classes;  // per role; moves without a leaf are left out

  // Where all roles take turns: the end, for each of them having the choice, then for nobody. Otherwise empty.
  std::vector<Lit> terminal;

  explicit Effects(const circuit::Circuit& circuit);
  // Takes conditions that are not cheap out of `legal`.
  void defer();
  // Few gates behind it, those that are reached twice counted twice.
  [[nodiscard]] bool cheap(Lit lit) const;
  static constexpr std::size_t kCheap = 32;
  [[nodiscard]] std::span<const Change> of(std::size_t move) const { return std::span(changes).subspan(begin[move], begin[move + 1] - begin[move]); }
};

}  // namespace agon::engines::event
