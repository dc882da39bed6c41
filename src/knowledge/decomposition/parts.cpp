#include "knowledge/decomposition/parts.h"

#include <map>

namespace agon::knowledge {

ground::Part make_part(const ground::GroundProgram& program, Factoring& factoring, Group& group,
                       std::span<const std::size_t> phases, bool still) {
  constexpr std::uint32_t kAbsent = 0xffffffff;
  constexpr std::uint32_t kStill = 0xfffffffe;
  ground::Part part;
  part.fluents = group.fluents;
  // What each move is in each phase.
  std::vector<std::vector<std::uint32_t>> views(program.moves.size());
  for (const std::size_t p : phases) {
    std::vector<std::uint32_t> view(program.moves.size(), kAbsent);
    std::vector<std::uint32_t>& classes = part.classes.emplace_back(program.moves.size(), ground::Part::kNoChoice);
    for (std::size_t r = 0; r < factoring.phase(p).moves().size(); ++r) {
      const std::vector<std::uint32_t>& moves = factoring.phase(p).moves()[r];
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::uint32_t choice = group.choices[p][r].of[i];
        classes[moves[i]] = choice;
        view[moves[i]] = still && (moves.size() == 1 || factoring.is_idle(group, p, r, choice)) ? kStill : choice;
      }
    }
    for (std::size_t m = 0; m < views.size(); ++m) views[m].push_back(view[m]);
  }
  part.choice_of.assign(program.moves.size(), ground::Part::kNoChoice);
  std::map<std::pair<RoleId, std::vector<std::uint32_t>>, std::uint32_t> numbers;
  for (std::uint32_t m = 0; m < views.size(); ++m) {
    bool possible = false;
    bool idle = true;
    for (const std::uint32_t choice : views[m]) {
      possible = possible || choice != kAbsent;
      idle = idle && (choice == kAbsent || choice == kStill);
    }
    if (!possible) continue;
    const auto known = numbers.try_emplace({program.moves[m].role, views[m]}, static_cast<std::uint32_t>(part.choices.size()));
    if (known.second) part.choices.push_back({program.moves[m].role, m, idle});
    part.choice_of[m] = known.first->second;
  }
  return part;
}

}  // namespace agon::knowledge
