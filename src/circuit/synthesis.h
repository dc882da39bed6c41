// The gates of a ground program, given what is known about its fluents and moves.
#pragma once

#include <functional>

#include "circuit/circuit.h"
#include "circuit/passes.h"

namespace agon::circuit {

// What may be used. Everything here is proved before it is put in.
struct Facts {
  std::vector<Group> groups;
  std::vector<std::uint32_t> forced;               // per role: the move that excludes the others, or kNoMove
  struct Turns {
    std::vector<RoleId> roles;  // at most one of them has a move that is not forced
    bool always = false;        // exactly one
  };
  std::vector<Turns> turn_taking;
  static constexpr std::uint32_t kNoMove = 0xffffffff;
};

// Throws LimitReached through `check` (called now and then with the bytes in use).
[[nodiscard]] Circuit synthesise(std::shared_ptr<const ground::GroundProgram> program, const Facts& facts, const Passes& passes,
                                 const std::function<void(std::size_t)>& check);

}  // namespace agon::circuit
