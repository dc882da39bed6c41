// What may hold in every reachable state of a game, judged by random play: the hypotheses that induction then takes on.
#pragma once

#include <optional>
#include <vector>

#include "game/facts.h"
#include "knowledge/proofs/play_record.h"

namespace agon::knowledge::proofs {

// Fluents of which at most one held in every state seen.
struct GroupHypothesis {
  std::vector<std::uint32_t> fluents;  // ascending
  bool at_least_one = false;           // and never none
};

// A minimal set of input arguments (Schiffel 2011, section 5.2) with a group for each value of them.
struct InputHypothesis {
  game::InputArguments inputs;
  std::vector<std::size_t> groups;  // numbers of groups with two fluents or more
};

struct Hypotheses {
  std::vector<GroupHypothesis> groups;  // no two alike
  std::vector<InputHypothesis> inputs;
  std::optional<int> goal_sum;                // two players
  std::vector<std::vector<int>> never_goals;  // per role
  std::vector<std::uint32_t> unreachable;     // fluents
  std::vector<std::uint32_t> stays_true, stays_false;
  std::vector<std::vector<RoleId>> turns;  // at most one of them has a choice
  std::vector<std::uint32_t> idle;         // moves that were legal only alone, one for each role that has such a move
};

[[nodiscard]] Hypotheses hypotheses_of(const circuit::Circuit& circuit, const PlayRecord& record);

}  // namespace agon::knowledge::proofs
