#include "knowledge/structure/boards/cell_index.h"

#include "knowledge/structure/evidence/orders.h"

namespace agon::knowledge::structure {
namespace {

constexpr std::uint32_t kNoCell = 0xffffffff;

}  // namespace

CellIndex::CellIndex(const Board& board) : values_(board.axes.size()) {
  std::size_t size = 1;
  for (std::size_t a = 0; a < board.axes.size(); ++a) {
    size *= board.axes[a].values.size();
    for (std::uint32_t i = 0; i < board.axes[a].values.size(); ++i) values_[a].emplace(board.axes[a].values[i], i);
  }
  cells_.assign(size, kNoCell);
  for (std::uint32_t c = 0; c < board.cells.size(); ++c) {
    std::size_t index = 0;
    for (std::size_t a = 0; a < board.axes.size(); ++a) index = index * board.axes[a].values.size() + board.cells[c].at[a];
    cells_[index] = c;
    if (!board.cells[c].name.empty()) names_.emplace(board.cells[c].name, c);
  }
}

std::optional<std::uint32_t> CellIndex::coordinate(std::size_t axis, const std::string& value) const {
  const auto found = values_[axis].find(value);
  return found == values_[axis].end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> CellIndex::cell(std::span<const std::uint32_t> at) const {
  std::size_t index = 0;
  for (std::size_t a = 0; a < values_.size(); ++a) {
    if (at[a] >= values_[a].size()) return std::nullopt;
    index = index * values_[a].size() + at[a];
  }
  return cells_[index] == kNoCell ? std::nullopt : std::optional(cells_[index]);
}

std::optional<std::uint32_t> CellIndex::named(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> CellIndex::cell(std::span<const Coordinate> coordinates,
                                             std::span<const std::string> arguments) const {
  std::vector<std::uint32_t> at;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    const Coordinate coordinate = coordinates[a];
    std::string value = arguments[coordinate.argument];
    if (coordinate.part != Coordinate::Part::Whole) {
      const std::optional<SplitName> name = split_name(value);
      if (!name) return std::nullopt;
      value = coordinate.part == Coordinate::Part::Letters ? name->letters : std::to_string(name->number);
    }
    const std::optional<std::uint32_t> index = this->coordinate(a, value);
    if (!index) return std::nullopt;
    at.push_back(*index);
  }
  return cell(at);
}

std::string content_text(const BoardFamily& family, std::span<const std::string> arguments) {
  std::string text;
  for (const std::uint32_t a : family.contents) text += (text.empty() ? "" : " ") + arguments[a];
  return text.empty() ? family.family.functor : text;
}

}  // namespace agon::knowledge::structure
