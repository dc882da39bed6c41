#include "knowledge/structure/boards/terrain.h"

#include <algorithm>

namespace agon::knowledge::structure {

Terrain::Terrain(const PlayEvidence& evidence, const Board& board) : board_(board), index_(board), coordinates_(board.axes.size()) {
  for (std::size_t a = 0; a < board.axes.size(); ++a) {
    for (std::uint32_t i = 0; i < board.axes[a].values.size(); ++i) {
      if (const auto value = evidence.values.find(board.axes[a].values[i])) coordinates_[a][*value] = i;
    }
  }
  for (std::uint32_t c = 0; c < board.cells.size(); ++c) {
    if (const auto value = evidence.values.find(board.cells[c].name); value && !board.cells[c].name.empty()) names_[*value] = c;
  }
  for (const BoardFamily& member : board.families) add_member(evidence, member);
  for (const StepRecord& step : evidence.steps) add_step(evidence, step);
}

std::uint32_t Terrain::coordinate(std::size_t axis, ValueId value) const {
  const auto found = coordinates_[axis].find(value);
  return found == coordinates_[axis].end() ? kNone : found->second;
}

std::uint32_t Terrain::named(ValueId value) const {
  const auto found = names_.find(value);
  return found == names_.end() ? kNone : found->second;
}

std::uint32_t Terrain::cell_of(Fact fact) const {
  const auto at = std::ranges::find(members_, fact.family);
  return at == members_.end() ? kNone : cells_[static_cast<std::size_t>(at - members_.begin())][fact.tuple];
}

void Terrain::add_member(const PlayEvidence& evidence, const BoardFamily& member) {
  const auto record = std::ranges::find(evidence.families, member.family, &FamilyRecord::family);
  members_.push_back(static_cast<std::uint32_t>(record - evidence.families.begin()));
  std::vector<std::uint32_t>& cells = cells_.emplace_back();
  for (const Tuple& tuple : record->tuples) {
    std::vector<std::string> arguments;
    for (const ValueId value : tuple) arguments.push_back(evidence.values.text(value));
    cells.push_back(index_.cell(member.coordinates, arguments).value_or(kNone));
  }
}

void Terrain::add_step(const PlayEvidence& evidence, const StepRecord& step) {
  std::vector<std::uint32_t>& cells = changed_.emplace_back();
  for (const std::uint32_t family : members_) {
    std::vector<Fact> different;
    std::ranges::set_symmetric_difference(evidence.facts(evidence.states[step.before], family),
                                          evidence.facts(evidence.states[step.after], family), std::back_inserter(different));
    for (const Fact fact : different) cells.push_back(cell_of(fact));
  }
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

}  // namespace agon::knowledge::structure
