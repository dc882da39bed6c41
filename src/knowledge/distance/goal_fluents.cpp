#include "knowledge/distance/goal_fluents.h"

#include <algorithm>

namespace agon::knowledge {

std::vector<std::uint32_t> goal_fluents(const ground::GroundProgram& program) {
  std::vector<bool> seen(program.atom_count, false);
  std::vector<ground::AtomId> open;
  const auto meet = [&](ground::AtomId atom) {
    if (atom >= program.atom_count || seen[atom]) return;
    seen[atom] = true;
    open.push_back(atom);
  };
  meet(program.terminal);
  for (const auto& role : program.goals) {
    for (const ground::GoalOutput& goal : role) meet(goal.atom);
  }
  std::vector<std::uint32_t> fluents;
  while (!open.empty()) {
    const ground::AtomId atom = open.back();
    open.pop_back();
    if (atom < program.fluents.size()) fluents.push_back(atom);
    const auto [first, last] = std::equal_range(program.heads.begin(), program.heads.end(), atom);
    for (auto rule = first; rule != last; ++rule) {
      for (const ground::GroundLiteral lit : program.body(static_cast<std::size_t>(rule - program.heads.begin()))) meet(lit.atom());
    }
  }
  std::ranges::sort(fluents);
  return fluents;
}

}  // namespace agon::knowledge
