// When each value of a program is used, with what recursion adds: a value from before a loop that the loop reads must last to its end.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

struct Lifetimes {
  std::vector<std::uint32_t> begin;      // uses of value v: uses[begin[v] .. begin[v + 1]], ascending operation numbers
  std::vector<std::uint32_t> uses;

  explicit Lifetimes(const LaneProgram& program);
};

}  // namespace agon::engines::lanes
