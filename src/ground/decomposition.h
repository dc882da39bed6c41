// Decomposition of a game into sub-games, as plain data over the numbers of one ground program: who owns which fluents, what the
// moves do to each part, and by which conditions the parts decide end and goals.
//
// Shared fluents (step counters, whose turn it is) change by themselves and belong to all parts. A part looks at its own fluents
// and the shared ones alone, and sees of a move only which of its choices it is. knowledge/decomposition finds decompositions and
// proves them, search/parts plays them, restrict.h makes a program of a part.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "ground/ground_program.h"

namespace agon::ground {

enum class Composition : std::uint8_t {
  Parallel,     // every step is a step of every part; a role chooses in each part by itself
  Interleaved,  // a move changes one part, the others stand still
  Serial,       // the second part stands still until the first is over, and the first from then on
};

[[nodiscard]] constexpr const char* to_string(Composition composition) {
  switch (composition) {
    case Composition::Parallel: return "parallel";
    case Composition::Interleaved: return "interleaved";
    case Composition::Serial: return "serial";
  }
  return "parallel";
}

// A disjunction of conjunctions over atoms that look at one part and the shared fluents only.
struct PartCondition {
  std::vector<std::vector<GroundLiteral>> any_of;
  friend bool operator==(const PartCondition&, const PartCondition&) = default;
};

// Moves of a role that are one and the same move to a part.
struct PartChoice {
  RoleId role;
  std::uint32_t move = 0;  // of the program, for all of them
  bool idle = false;       // the part stands still (not in parallel games, where nothing stands still)
};

struct Part {
  static constexpr std::uint32_t kNoChoice = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> fluents;    // ascending, without the shared ones
  std::vector<PartChoice> choices;       // by role
  std::vector<std::uint32_t> choice_of;  // per move of the program; kNoChoice: never made while the part is played
  std::vector<PartCondition> outcomes;   // all that the end and the goals of the whole game see of the part
  // Per phase of the game and move: moves that are one to the part in this phase have one number; kNoChoice: not made in it.
  // Choices tell apart what differs in any phase.
  std::vector<std::vector<std::uint32_t>> classes;
};

struct Decomposition {
  Composition kind = Composition::Parallel;
  std::vector<std::uint32_t> shared;  // fluents, ascending
  std::vector<Part> parts;            // at least two; in a serial game in the order of play
  AtomId signal = kNever;             // serial: the first part is over
  // The phase of a state, by the values of the shared fluents that moves depend on.
  std::vector<std::uint32_t> phase_fluents;  // ascending
  std::map<std::vector<bool>, std::uint32_t> phases;

  // holds(fluent): in the state. Phase 0 where no match comes to.
  template <class Holds>
  [[nodiscard]] std::uint32_t phase_of(Holds&& holds) const {
    std::vector<bool> key;
    for (const std::uint32_t fluent : phase_fluents) key.push_back(holds(fluent));
    const auto found = phases.find(key);
    return found == phases.end() ? 0 : found->second;
  }
};

}  // namespace agon::ground
