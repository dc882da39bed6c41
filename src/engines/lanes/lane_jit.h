// JIT compilation of a lane program with asmjit: AVX-512 (512 or 256 bits) or AVX2 (256 bits).
//
// The code is one basic block (loops only for recursive parts). Register allocation is Belady's MIN: when a register is needed, the
// value whose next use is farthest away is spilled. In straight-line code no rule needs fewer reloads.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "engines/lanes/lane_memory.h"
#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

// present state, next state, base of everything else
using StepFunction = void (*)(const std::uint64_t* state, std::uint64_t* next, std::uint64_t* base);

class MachineCode {
 public:
  // `words`: 4 or 8 (AVX-512), 4 (AVX2).
  static Result<std::shared_ptr<const MachineCode>> make(const LaneProgram& program, bool avx512, unsigned words);
  ~MachineCode();
  MachineCode(const MachineCode&) = delete;
  MachineCode& operator=(const MachineCode&) = delete;

  [[nodiscard]] StepFunction step() const { return step_; }
  [[nodiscard]] const LaneLayout& layout() const { return layout_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  MachineCode() = default;
  struct Runtime;
  std::unique_ptr<Runtime> runtime_;
  StepFunction step_ = nullptr;
  LaneLayout layout_;
  std::size_t bytes_ = 0;
};

}  // namespace agon::engines::lanes
