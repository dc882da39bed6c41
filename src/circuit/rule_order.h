// Topological order of the strongly connected components of the dependency graph of a ground program. It does not depend on facts
// about the game, so it is computed once for all syntheses.
#pragma once

#include <span>
#include <vector>

#include "ground/ground_program.h"

namespace agon::circuit {

class RuleOrder {
 public:
  explicit RuleOrder(const ground::GroundProgram& program);

  // Rules of an atom: [begin, end).
  struct Rules {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  [[nodiscard]] Rules rules_of(ground::AtomId atom) const { return {rules_begin_[atom], rules_begin_[atom + 1]}; }
  // The components, each after those that it depends on.
  [[nodiscard]] std::size_t size() const { return component_begin_.size() - 1; }
  [[nodiscard]] std::span<const ground::AtomId> component(std::size_t i) const {
    return std::span(atoms_).subspan(component_begin_[i], component_begin_[i + 1] - component_begin_[i]);
  }
  [[nodiscard]] bool cyclic(ground::AtomId atom) const { return cyclic_[atom]; }
  [[nodiscard]] bool needs_move(ground::AtomId atom) const { return needs_move_[atom]; }

 private:
  std::vector<std::uint32_t> rules_begin_;
  std::vector<ground::AtomId> atoms_;  // by component
  std::vector<std::uint32_t> component_begin_;
  std::vector<bool> cyclic_;
  std::vector<bool> needs_move_;  // depends on the joint move, not on the state alone
};

}  // namespace agon::circuit
