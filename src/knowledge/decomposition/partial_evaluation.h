// Partial evaluation of a ground program: what is decided once some atoms are, and which rules can still fire.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/rule_order.h"
#include "ground/ground_program.h"

namespace agon::knowledge {

enum class Truth : std::uint8_t { Open, False, True };

[[nodiscard]] constexpr Truth negate(Truth value) {
  return value == Truth::Open ? value : value == Truth::True ? Truth::False : Truth::True;
}

class PartialEvaluation {
 public:
  // `given`: per atom what is known; the rest of the fluents stays open. A move whose legality is decided against is not made, and
  // the only one that a role can have is made.
  PartialEvaluation(const ground::GroundProgram& program, const circuit::RuleOrder& order, std::vector<Truth> given);

  [[nodiscard]] Truth of(ground::AtomId atom) const {
    if (atom == ground::kNever) return Truth::False;
    if (atom == ground::kAlways) return Truth::True;
    return values_[atom];
  }
  [[nodiscard]] Truth of(ground::GroundLiteral lit) const { return lit.negated() ? negate(of(lit.atom())) : of(lit.atom()); }
  [[nodiscard]] bool is_open(ground::AtomId atom) const { return of(atom) == Truth::Open; }
  // Some condition is false.
  [[nodiscard]] bool is_dead(std::size_t rule) const;
  // Per role: the moves that may be legal.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& moves() const { return moves_; }

 private:
  void evaluate(bool with_moves);
  [[nodiscard]] Truth derive(ground::AtomId atom) const;

  const ground::GroundProgram& program_;
  const circuit::RuleOrder& order_;
  std::vector<Truth> values_;
  std::vector<std::vector<std::uint32_t>> moves_;
};

}  // namespace agon::knowledge
