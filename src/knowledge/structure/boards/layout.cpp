#include "knowledge/structure/boards/layout.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/structure/boards/cell_index.h"

namespace agon::knowledge::structure {
namespace {

// Common words for coordinates. A word counts with its number of uses; trailing digits do not matter (?x1, c4).
int word_vote(std::string word) {
  while (!word.empty() && (std::isdigit(static_cast<unsigned char>(word.back())) != 0 || word.back() == '_')) word.pop_back();
  for (const char* column : {"x", "c", "col", "column", "file"}) {
    if (word == column) return 1;
  }
  for (const char* row : {"y", "r", "row", "rank"}) {
    if (word == row) return -1;
  }
  return 0;
}

// Positive: the sheet calls it a column; negative: a row.
int axis_vote(const Readings& readings, const Draft& draft, std::size_t axis) {
  int vote = 0;
  for (const Draft::Member& member : draft.members) {
    const Family& family = readings.evidence().families[member.family].family;
    const Place place = readings.links().fluent(family, member.coordinates[axis].argument);
    for (const auto& [word, uses] : readings.links().words(place)) vote += word_vote(word) * static_cast<int>(uses);
  }
  return vote;
}

// The same by the names of the values, r1 and c1: 1 where the first axis is the column, -1 where it is the row.
int value_vote(const Readings& readings, const Draft& draft, std::size_t first, std::size_t second) {
  const auto vote = [&](std::size_t axis) {
    const std::optional<SplitName> name = split_name(readings.evidence().values.text(draft.values[axis].front()));
    return name ? word_vote(name->letters) : 0;
  };
  return vote(first) * vote(second) < 0 ? vote(first) : 0;
}

// Which of three axes becomes layers.
std::size_t layer_axis(const Board& board) {
  const auto length = [&](std::size_t a) { return board.axes[a].values.size(); };
  for (std::size_t a = 0; a < 3; ++a) {
    if (board.axes[a].source == OrderSource::None) return a;
  }
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3;
    const std::size_t c = (a + 2) % 3;
    if (length(b) == length(c) && length(a) != length(b)) return a;
  }
  std::size_t shortest = 2;
  for (std::size_t a = 3; a-- > 0;) {
    if (length(a) < length(shortest)) shortest = a;
  }
  return shortest;
}

std::optional<std::size_t> axis_of(const Board& board, AxisRole role) {
  for (std::size_t a = 0; a < board.axes.size(); ++a) {
    if (board.axes[a].role == role) return a;
  }
  return std::nullopt;
}

// ---- squares ----

void lay_out_squares(Board& board) {
  const auto index = [&](const Cell& cell, AxisRole role) -> std::int32_t {
    const std::optional<std::size_t> axis = axis_of(board, role);
    if (!axis) return 0;
    const auto at = static_cast<std::int32_t>(cell.at[*axis]);
    return board.axes[*axis].upwards ? static_cast<std::int32_t>(board.axes[*axis].values.size()) - 1 - at : at;
  };
  const auto length = [&](AxisRole role) -> std::int32_t {
    const std::optional<std::size_t> axis = axis_of(board, role);
    return axis ? static_cast<std::int32_t>(board.axes[*axis].values.size()) : 1;
  };
  // Several boards stand side by side with one cell between them.
  for (Cell& cell : board.cells) {
    const std::int32_t across = index(cell, AxisRole::OuterColumn) + index(cell, AxisRole::Layer);
    cell.half_x = 2 * (across * (length(AxisRole::Column) + 1) + index(cell, AxisRole::Column));
    cell.y = index(cell, AxisRole::OuterRow) * (length(AxisRole::Row) + 1) + index(cell, AxisRole::Row);
  }
}

// ---- hexagons ----

using Pair = std::pair<std::uint32_t, std::uint32_t>;
constexpr std::size_t kMostNeighbours =
    16;  // rows a cell of a relation that can be about neighbours: six, and some for other boards

// The pairs of cells that a relation relates, with its arguments from `i` and from `j` on; empty if it relates cells to other
// things too.
std::vector<Pair> cell_pairs(const ValueTable& values, const CellIndex& index, const StaticRelation& relation, std::size_t i,
                             std::size_t j, bool names) {
  std::vector<Pair> pairs;
  std::size_t others = 0;
  const auto cell = [&](const Tuple& row, std::size_t at) -> std::optional<std::uint32_t> {
    if (names) return index.named(values.text(row[at]));
    const auto x = index.coordinate(0, values.text(row[at]));
    const auto y = index.coordinate(1, values.text(row[at + 1]));
    if (!x || !y) return std::nullopt;
    const std::uint32_t coordinates[] = {*x, *y};
    return index.cell(coordinates);
  };
  for (const Tuple& row : relation.rows) {
    const auto a = cell(row, i);
    const auto b = cell(row, j);
    if (a && b && a != b) pairs.emplace_back(*a, *b);
    else if (a || b) ++others;
  }
  return 4 * others > pairs.size() ? std::vector<Pair>() : pairs;
}

struct Position {
  std::int32_t half_x = 0, y = 0;
};
enum class Slant : std::uint8_t { Right, Left, Doubled, Centred };

// Cells in rows along one axis; each row is shifted by half a cell to the right or left of the one before, or centred, or numbered
// in half cells.
std::vector<Position> hexagon_positions(const Board& board, std::size_t row_axis, Slant slant) {
  const std::size_t column_axis = 1 - row_axis;
  std::map<std::uint32_t, std::vector<std::uint32_t>> rows;
  for (const Cell& cell : board.cells) rows[cell.at[row_axis]].push_back(cell.at[column_axis]);
  for (auto& [row, columns] : rows) std::ranges::sort(columns);
  std::vector<Position> result;
  for (const Cell& cell : board.cells) {
    const auto r = static_cast<std::int32_t>(cell.at[row_axis]);
    const auto c = static_cast<std::int32_t>(cell.at[column_axis]);
    const std::vector<std::uint32_t>& columns = rows[cell.at[row_axis]];
    const auto rank = static_cast<std::int32_t>(std::ranges::find(columns, cell.at[column_axis]) - columns.begin());
    const auto width = static_cast<std::int32_t>(columns.size());
    switch (slant) {
      case Slant::Right: result.push_back({2 * c + r, r}); break;
      case Slant::Left: result.push_back({2 * c - r, r}); break;
      case Slant::Doubled: result.push_back({c, r}); break;
      case Slant::Centred: result.push_back({2 * rank - (width - 1), r}); break;
    }
  }
  return result;
}

// All neighbours touch, and there are neighbours in all six directions.
bool hexagonal(const std::vector<Position>& positions, const std::vector<Pair>& pairs) {
  std::set<std::pair<std::int32_t, std::int32_t>> directions;
  for (const auto& [a, b] : pairs) {
    const std::int32_t dx = positions[b].half_x - positions[a].half_x;
    const std::int32_t dy = positions[b].y - positions[a].y;
    const bool touch = (dy == 0 && std::abs(dx) == 2) || (std::abs(dy) == 1 && std::abs(dx) == 1);
    if (!touch) return false;
    directions.emplace(dx, dy);
    directions.emplace(-dx, -dy);
  }
  return directions.size() == 6;
}

bool lay_out_hexagons(const std::vector<Pair>& pairs, Board& board) {
  const std::size_t rows = *axis_of(board, AxisRole::Row);
  for (const std::size_t row_axis : {rows, 1 - rows}) {
    for (const Slant slant : {Slant::Right, Slant::Left, Slant::Doubled, Slant::Centred}) {
      std::vector<Position> positions = hexagon_positions(board, row_axis, slant);
      if (!hexagonal(positions, pairs)) continue;
      board.axes[row_axis].role = AxisRole::Row;
      board.axes[1 - row_axis].role = AxisRole::Column;
      board.axes[1 - row_axis].upwards = false;
      board.axes[row_axis].upwards = board.axes[rows].upwards;
      std::int32_t left = positions.front().half_x;
      for (const Position& position : positions) left = std::min(left, position.half_x);
      const auto last = static_cast<std::int32_t>(board.axes[row_axis].values.size()) - 1;
      for (std::size_t c = 0; c < board.cells.size(); ++c) {
        board.cells[c].half_x = positions[c].half_x - left;
        board.cells[c].y = board.axes[row_axis].upwards ? last - positions[c].y : positions[c].y;
      }
      board.shape = Shape::Hexagonal;
      return true;
    }
  }
  return false;
}

}  // namespace

void orient(const Readings& readings, const Draft& draft, Board& board) {
  const std::size_t n = board.axes.size();
  std::vector<std::size_t> plane;
  std::vector<std::size_t> outer;
  for (std::size_t a = 0; a < n; ++a) plane.push_back(a);
  if (n == 3) {
    const std::size_t layer = layer_axis(board);
    board.axes[layer].role = AxisRole::Layer;
    plane.erase(plane.begin() + static_cast<std::ptrdiff_t>(layer));
  } else if (n == 4) {
    const Draft::Member& base = draft.base();
    const std::uint32_t second_and_fourth = 1U << base.coordinates[1].argument | 1U << base.coordinates[3].argument;
    const bool interleaved = readings.links().fixes(readings.evidence().families[base.family].family, second_and_fourth);
    outer = interleaved ? std::vector<std::size_t>{0, 2} : std::vector<std::size_t>{0, 1};
    plane = interleaved ? std::vector<std::size_t>{1, 3} : std::vector<std::size_t>{2, 3};
  }
  if (plane.size() < 2) return;
  const int by_values = value_vote(readings, draft, plane[0], plane[1]);
  const int by_words = axis_vote(readings, draft, plane[0]) - axis_vote(readings, draft, plane[1]);
  const bool row_first = by_values != 0 ? by_values < 0 : by_words < 0;
  board.axes[plane[0]].role = row_first ? AxisRole::Row : AxisRole::Column;
  board.axes[plane[1]].role = row_first ? AxisRole::Column : AxisRole::Row;
  board.axes[plane[1]].upwards = !row_first;
  if (n < 4) return;
  board.axes[outer[0]].role = row_first ? AxisRole::OuterRow : AxisRole::OuterColumn;
  board.axes[outer[1]].role = row_first ? AxisRole::OuterColumn : AxisRole::OuterRow;
  board.axes[outer[1]].upwards = !row_first;
}

void find_blocks(const ValueTable& values, std::span<const StaticRelation> relations, Board& board) {
  for (Axis& axis : board.axes) {
    const std::size_t n = axis.values.size();
    for (const StaticRelation& relation : relations) {
      if (relation.arity < 2 || relation.arity > 3 || n < 4 || !axis.blocks.empty() || relation.rows.size() > 2 * n) continue;
      for (std::size_t block = 1; block < relation.arity && axis.blocks.empty(); ++block) {
        absl::flat_hash_map<std::string, std::string> block_of;
        bool one_each = true;
        for (const Tuple& row : relation.rows) {
          const auto [entry, fresh] = block_of.try_emplace(values.text(row[0]), values.text(row[block]));
          one_each = one_each && (fresh || entry->second == values.text(row[block]));
        }
        if (!one_each || block_of.size() != n) continue;
        std::vector<std::uint32_t> starts;
        bool known = true;
        for (std::uint32_t i = 0; i < n && known; ++i) {
          known = block_of.contains(axis.values[i]);
          if (known && (i == 0 || block_of[axis.values[i]] != block_of[axis.values[i - 1]])) starts.push_back(i);
        }
        const std::size_t length = starts.empty() ? 0 : n / starts.size();
        if (!known || starts.size() < 2 || length < 2 || n % starts.size() != 0) continue;
        bool even = true;
        for (std::size_t s = 0; s < starts.size(); ++s) even = even && starts[s] == s * length;
        if (even) axis.blocks = std::move(starts);
      }
    }
  }
}

void find_names(const ValueTable& values, std::span<const StaticRelation> relations, Board& board) {
  if (board.axes.size() != 2 || !board.cells.front().name.empty()) return;
  const CellIndex index(board);
  for (const StaticRelation& relation : relations) {
    if (relation.arity != 3 || relation.rows.size() != board.cells.size()) continue;
    for (std::size_t name = 0; name < 3; name += 2) {
      const std::size_t first = name == 0 ? 1 : 0;
      std::map<std::uint32_t, std::string> found;
      std::set<ValueId> names;
      for (const Tuple& row : relation.rows) {
        const auto x = index.coordinate(0, values.text(row[first]));
        const auto y = index.coordinate(1, values.text(row[first + 1]));
        if (!x || !y) continue;
        const std::uint32_t at[] = {*x, *y};
        if (const auto cell = index.cell(at)) found[*cell] = values.text(row[name]);
        names.insert(row[name]);
      }
      if (found.size() != board.cells.size() || names.size() != found.size()) continue;
      // The goal position of a tile is not the name of a place: (home 3 1 1).
      const bool piece =
          std::ranges::any_of(found, [&](const auto& entry) { return std::ranges::count(board.contents, entry.second) > 0; });
      if (piece) continue;
      for (const auto& [cell, text] : found) board.cells[cell].name = text;
      return;
    }
  }
}

void lay_out(const ValueTable& values, std::span<const StaticRelation> relations, Board& board) {
  lay_out_squares(board);
  if (board.axes.size() != 2) return;
  const CellIndex index(board);
  const bool named = !board.cells.front().name.empty();
  for (const StaticRelation& relation : relations) {
    const std::size_t width = named && relation.arity < 4 ? 1 : 2;
    if (relation.arity < 2 * width || relation.rows.size() > kMostNeighbours * board.cells.size()) continue;
    for (std::size_t i = 0; i + 2 * width <= relation.arity; ++i) {
      for (std::size_t j = i + width; j + width <= relation.arity; ++j) {
        const std::vector<Pair> pairs = cell_pairs(values, index, relation, i, j, width == 1);
        // Every cell inside has six neighbours; even a small board has about as many pairs as cells.
        if (pairs.size() < board.cells.size() || !lay_out_hexagons(pairs, board)) continue;
        board.adjacency = relation.name;
        return;
      }
    }
  }
}

}  // namespace agon::knowledge::structure
