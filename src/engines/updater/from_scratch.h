// Bottom-up evaluation of a stratified ground program: its strongly connected components in topological order, each to its
// fixpoint. The reference that incremental updates are compared with, in tests by value and in experiments by cost.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ground/ground_program.h"

namespace agon::engines::updater {

class FromScratch {
 public:
  // Precondition: the program is stratified (see make_layout). The program must outlive this.
  explicit FromScratch(const ground::GroundProgram& program);

  // `truth` has an entry for each atom; those of fluents and moves are read, all others written. Returns the rules evaluated.
  std::uint64_t evaluate(std::vector<std::uint8_t>& truth) const;

 private:
  struct Component {
    std::uint32_t begin = 0, end = 0;  // in order_
    bool cyclic = false;
  };
  const ground::GroundProgram& program_;
  std::vector<std::uint32_t> order_;  // rules, by component of their heads
  std::vector<Component> components_;
};

// The same for a single evaluation.
void evaluate_from_scratch(const ground::GroundProgram& program, std::vector<std::uint8_t>& truth);

}  // namespace agon::engines::updater
