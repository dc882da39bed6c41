// An interpreter of lane programs on 64-bit words: for machines without AVX2, and the reference that the JIT-compiled code is
// compared with.
#pragma once

#include <memory>

#include "engines/lanes/lane_memory.h"
#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

class PortableCode {
 public:
  PortableCode(const LaneProgram& program, unsigned words);

  // `present` is which of the two state buffers holds the present states.
  void step(LaneMemory& memory, unsigned present) const;
  [[nodiscard]] const LaneLayout& layout() const { return layout_; }
  [[nodiscard]] std::size_t bytes() const { return steps_.size() * sizeof(Step); }

 private:
  struct Step {
    Operation::Kind kind;
    std::uint8_t truth = 0;
    std::uint32_t out = 0;  // vectors; see kState and kNext
    std::uint32_t in[3] = {0, 0, 0};
  };
  // Added to a fluent's number: the vector lies in the present or the next state buffer.
  static constexpr std::uint32_t kState = 0x40000000;
  static constexpr std::uint32_t kNext = 0x80000000;

  LaneLayout layout_;
  std::vector<Step> steps_;
  unsigned words_;
};

}  // namespace agon::engines::lanes
