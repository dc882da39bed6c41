// Shared fluents (Guenther, Schiffel and Thielscher: action-independent fluents): those that change by themselves, whatever is
// played, such as step counters and alternating control. They run through one sequence of states in every match, which is followed
// here to its end; where they decide what the moves do, each combination that occurs is a phase.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "circuit/rule_order.h"
#include "ground/ground_program.h"
#include "knowledge/decomposition/partial_evaluation.h"

namespace agon::knowledge {

struct SharedFluents {
  std::vector<bool> is_shared;  // per atom: depends on nothing but shared fluents
  std::vector<std::uint32_t> fluents;
  // Per phase, per atom: the values of shared atoms that legality and transitions look at; open elsewhere.
  std::vector<std::vector<Truth>> phases;
  std::vector<std::uint32_t> phase_fluents;                  // that these atoms look at, ascending
  std::map<std::vector<bool>, std::uint32_t> phase_numbers;  // by their values
};

struct SharedFluentsOptions {
  std::size_t max_states = 10'000;  // of the sequence
  std::size_t max_phases = 64;
  std::uint64_t max_work = 100'000'000;  // rules looked at
};

// Nothing where the sequence is longer or has more phases than allowed.
[[nodiscard]] std::optional<SharedFluents> find_shared_fluents(const ground::GroundProgram& program,
                                                               const circuit::RuleOrder& order,
                                                               const SharedFluentsOptions& options = {});

}  // namespace agon::knowledge
