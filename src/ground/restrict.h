// The ground program of a sub-game: the fluents of one part and the shared ones that it looks at, one move for each of its choices,
// and an end and goals of the caller's making. All engines and searches can be built from it as from any other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ground/decomposition.h"

namespace agon::ground {

struct PartGame {
  PartCondition terminal = {};                            // empty: it never ends
  std::vector<std::pair<int, PartCondition>> goals = {};  // of every role, ascending values
  bool own_end = false;                                   // it also ends where the whole game does whatever the other parts say
  bool idle_choices = true;                               // players may stand still in it
  bool all_shared = false;                                // it has all shared fluents, though it need not look at them
};

struct RestrictedProgram {
  std::shared_ptr<const GroundProgram> program;
  std::vector<std::uint32_t> fluents;  // of the whole program, per fluent of the part's
  std::vector<std::uint32_t> choices;  // of the part, per move of the part's program
};

// Precondition: the decomposition is one of this program.
[[nodiscard]] RestrictedProgram restrict_to_part(const GroundProgram& program, const Decomposition& decomposition, std::size_t part,
                                                 const PartGame& game);

}  // namespace agon::ground
