// Live ranges of the values of a lane program. A loop extends them: a value defined before a loop and read in it is live to the end
// of the loop.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

struct Lifetimes {
  std::vector<std::uint32_t> begin;  // uses of value v: uses[begin[v] .. begin[v + 1]], ascending operation numbers
  std::vector<std::uint32_t> uses;

  explicit Lifetimes(const LaneProgram& program);
};

}  // namespace agon::engines::lanes
