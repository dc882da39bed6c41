// The optimisation passes, by name. Each may be switched off; a circuit is correct with any subset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agon::circuit {

struct Passes {
  bool factor = true;     // common conditions of the rules of an atom are factored out
  bool one_move = true;   // an OR over most moves of a role is the negation of the OR over the others
  bool legality = true;   // a move made was legal: conditions that legality implies are dropped
  bool exclusion = true;  // mutex groups: fluents of which at most one holds, proved by induction
  bool forced = true;     // a move that excludes the others of its role needs no choice; roles that take turns share one

  friend bool operator==(const Passes&, const Passes&) = default;
};

struct PassName {
  const char* name;
  bool Passes::*flag;
  const char* what;
};
inline constexpr PassName kPasses[] = {
    {"factor", &Passes::factor, "common conditions of the rules of an atom are taken out"},
    {"one-move", &Passes::one_move, "an OR over most moves of a role becomes the negation of the OR over the others"},
    {"legality", &Passes::legality, "conditions that the legality of a move implies are dropped"},
    {"exclusion", &Passes::exclusion, "fluents that exclude each other, proved by induction"},
    {"forced", &Passes::forced, "moves that exclude all others of their role; one choice for roles that take turns"},
};

// "all", "none", or names separated by commas, each optionally with a minus in front ("all,-factor").
[[nodiscard]] Result<Passes> parse_passes(std::string_view text);

}  // namespace agon::circuit
