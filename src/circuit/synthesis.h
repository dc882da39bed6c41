// Logic synthesis: the gates of a ground program, given proved facts about its fluents and moves.
#pragma once

#include <functional>

#include "circuit/circuit.h"
#include "circuit/passes.h"
#include "circuit/rule_order.h"

namespace agon::circuit {

// Facts that synthesis may use. Everything here is proved first.
struct Facts {
  static constexpr std::uint32_t kNoMove = 0xffffffff;
  std::vector<Group> groups;
  // What a role does when it has no choice: `noop` out of turn.
  struct Default {
    std::uint32_t move = kNoMove;
    bool exclusive = true;     // legal only when nothing else is; otherwise the fluent below says whether there is a choice
    std::uint32_t fluent = 0;  // every other move needs it (or its negation)
    bool inverted = false;
  };
  std::vector<Default> defaults;  // per role; empty if nothing is known
  struct Turns {
    std::vector<RoleId> roles;  // at most one of them has a move that is not forced
    bool always = false;        // exactly one
    bool everywhere = false;    // in terminal states too
  };
  std::vector<Turns> turn_taking;
};

// Throws LimitReached through `check` (called now and then with the bytes in use).
[[nodiscard]] Circuit synthesise(std::shared_ptr<const ground::GroundProgram> program, const RuleOrder& order, const Facts& facts,
                                 const Passes& passes, const std::function<void(std::size_t)>& check);

}  // namespace agon::circuit
