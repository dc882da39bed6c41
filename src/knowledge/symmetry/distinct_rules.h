// The rules of a ground program without repetition: derived atoms that are defined alike are one atom (structural hashing), an atom
// with a single condition is that condition, and equal rules are one rule. What is left depends less on how a sheet was written.
#pragma once

#include <span>
#include <vector>

#include "ground/ground_program.h"

namespace agon::knowledge::symmetry {

class DistinctRules {
 public:
  struct Rule {
    ground::AtomId head = 0;
    std::vector<ground::GroundLiteral> body;  // ascending
    friend auto operator<=>(const Rule&, const Rule&) = default;
  };
  explicit DistinctRules(const ground::GroundProgram& program);

  // Ascending; heads and conditions are representatives, and no rule of an atom that is only another name is left.
  [[nodiscard]] std::span<const Rule> rules() const { return rules_; }
  // The representative of an atom; a constant stays what it is.
  [[nodiscard]] ground::AtomId same_as(ground::AtomId atom) const { return atom < same_.size() ? same_[atom] : atom; }

 private:
  std::vector<ground::AtomId> same_;
  std::vector<Rule> rules_;
};

}  // namespace agon::knowledge::symmetry
