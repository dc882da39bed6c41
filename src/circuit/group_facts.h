// The mutex groups that were proved while a circuit was built, as facts about the game.
#pragma once

#include <vector>

#include "circuit/circuit.h"
#include "game/facts.h"

namespace agon::circuit {

[[nodiscard]] inline std::vector<game::Fact<game::FluentGroup>> group_facts(const Circuit& circuit) {
  std::vector<game::Fact<game::FluentGroup>> facts;
  for (const Group& group : circuit.groups) {
    game::FluentGroup named{{}, group.exactly_one};
    for (const std::uint32_t fluent : group.fluents) named.fluents.push_back(circuit.program->fluents[fluent]);
    facts.push_back({std::move(named), game::Standing::Proved, "induction on the circuit", 0});
  }
  return facts;
}

}  // namespace agon::circuit
