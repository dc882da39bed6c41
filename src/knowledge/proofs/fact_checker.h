// Proved facts against random play: the check that no proof may fail. It reads the circuit alone, none of the provers.
#pragma once

#include <string>
#include <vector>

#include "circuit/circuit.h"
#include "game/facts.h"

namespace agon::knowledge::proofs {

struct FactCheck {
  std::uint64_t states = 0;
  std::uint64_t facts = 0;              // proved ones, looked at in each state
  std::vector<std::string> violations;  // the first few
};

// 64 states for each moment of play.
[[nodiscard]] FactCheck check_facts(const circuit::Circuit& circuit, const game::GameFacts& facts, std::uint64_t seed,
                                    std::uint64_t moments);

}  // namespace agon::knowledge::proofs
