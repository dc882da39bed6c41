// A ground (propositional) program: the fluents, moves and derived atoms that may ever hold, and their rules without variables, one
// for each instance.
//
// Atoms are numbered: fluents first, then moves, then derived atoms. Fluents and moves have no rules: the state and the joint move
// set them. Static conditions are folded away, so a rule mentions only what can change. The atoms are an over-approximation of what
// play can reach (start at `init`, close under `legal`, `does` and `next`); nothing outside it is ever true.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/big_vector.h"
#include "game/engine.h"
#include "game/terms.h"

namespace agon::ground {

using AtomId = std::uint32_t;

// Two constants beside the atoms, where constant folding has decided the value.
inline constexpr AtomId kNever = 0xffffffff;
inline constexpr AtomId kAlways = 0xfffffffe;

// A condition of a ground rule: an atom or its negation in one number.
struct GroundLiteral {
  std::uint32_t code = 0;
  [[nodiscard]] AtomId atom() const { return code >> 1U; }
  [[nodiscard]] bool negated() const { return (code & 1U) != 0; }
  static GroundLiteral of(AtomId atom, bool negated) { return {(atom << 1U) | (negated ? 1U : 0U)}; }
  friend auto operator<=>(GroundLiteral, GroundLiteral) = default;
};

struct GroundMove {
  RoleId role;
  TermId term;
};

struct GoalOutput {
  int value = 0;
  AtomId atom = kNever;
};

struct PerceptOutput {
  TermId term;
  AtomId atom = kNever;
};

struct GroundProgram {
  game::GameInfo info;
  std::shared_ptr<game::TermBank> terms;

  std::vector<TermId> fluents;            // fluent i is atom i; in canonical order of terms
  std::vector<GroundMove> moves;          // move j is atom fluents.size() + j; by role, then in canonical order
  std::vector<std::uint32_t> role_begin;  // moves of role r: role_begin[r] .. role_begin[r + 1]
  std::uint32_t atom_count = 0;           // all atoms

  // Rule i: heads[i] holds if all literals[rule_begin[i] .. rule_begin[i + 1]] do. Rules with one head stand together, heads
  // ascend. No rule has an empty body (its head would be a constant), an atom twice, or an atom with its negation. Negation is
  // stratified.
  BigVector<AtomId> heads;
  BigVector<std::uint64_t> rule_begin{0};
  BigVector<GroundLiteral> literals;

  // The answers. Entries are atoms, kNever or kAlways.
  std::vector<std::uint32_t> initial;  // fluents that hold at the start, ascending
  std::vector<AtomId> next;            // per fluent: true if the fluent holds in the next state
  std::vector<AtomId> legal;           // per move
  AtomId terminal = kNever;
  std::vector<std::vector<GoalOutput>> goals;    // per role, ascending values
  std::vector<std::vector<PerceptOutput>> sees;  // per role, canonical order; empty unless info.hidden

  [[nodiscard]] std::size_t rule_count() const { return heads.size(); }
  [[nodiscard]] std::span<const GroundLiteral> body(std::size_t rule) const {
    return std::span(literals).subspan(rule_begin[rule], rule_begin[rule + 1] - rule_begin[rule]);
  }
  [[nodiscard]] AtomId move_atom(std::size_t move) const { return static_cast<AtomId>(fluents.size() + move); }
  [[nodiscard]] std::size_t base_count() const { return fluents.size() + moves.size(); }  // atoms without rules
  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace agon::ground
