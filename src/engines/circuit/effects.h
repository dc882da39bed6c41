// The effects of each move by partial evaluation: the next-state functions of all fluents, cofactored by the choice of one move.
//
// With the choice fixed and the turn known, most fluents keep their value and most others become constants: a move of Breakthrough
// clears one cell and sets another. A step then costs the few fluents that change, not a pass over the gates behind all moves.
// Where several roles' choices affect one fluent together (simultaneous moves) no such list exists; `composable` is false.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace agon::engines::event {

using circuit::Lit;

struct Change {
  std::uint32_t fluent = 0;
  Lit next;  // in the network below; depends on fluents only
};

struct Effects {
  circuit::Network network;  // the circuit's, with more gates behind its own

  bool composable = true;
  // What happens without any choice, given which role (or nobody) has the choice in a selector. Fluents that keep their value are
  // omitted.
  struct Base {
    bool possible = false;
    std::vector<Change> simple;    // next value is a fluent or a constant
    std::vector<Change> computed;  // next value needs gates
  };
  std::vector<std::vector<Base>> bases;  // [selector][index of the role in it; one more for nobody]
  // Per move of the program: what it changes over the base of its role.
  std::vector<std::uint32_t> begin;
  std::vector<Change> changes;

  // Legality without the conditions that many moves of a role share (whose turn it is, that no capture is forced): those are tested
  // once for all moves of a class, not for each.
  std::vector<Lit> legal;  // per move
  // In lazy mode: conditions of a move with many gates behind them, evaluated only once the rest of its legality holds. In chess:
  // that its own king is safe.
  std::vector<std::vector<Lit>> deferred;  // per move; empty if everything is in `legal`
  struct MoveClass {
    std::vector<Lit> conditions;
    std::vector<std::uint32_t> moves;
  };
  std::vector<std::vector<MoveClass>> classes;  // per role; moves without a leaf are left out

  // Where all roles take turns: terminal, specialised to each of them having the choice, then to nobody. Otherwise empty.
  std::vector<Lit> terminal;

  explicit Effects(const circuit::Circuit& circuit);
  // Moves expensive conditions out of `legal`.
  void defer();
  // Few gates behind it; those reached twice count twice.
  [[nodiscard]] bool cheap(Lit lit) const;
  static constexpr std::size_t kCheap = 32;
  [[nodiscard]] std::span<const Change> of(std::size_t move) const {
    return std::span(changes).subspan(begin[move], begin[move + 1] - begin[move]);
  }
};

}  // namespace agon::engines::event
