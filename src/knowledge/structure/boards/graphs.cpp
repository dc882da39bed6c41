#include "knowledge/structure/boards/graphs.h"

#include <algorithm>
#include <set>

namespace agon::knowledge::structure {
namespace {

constexpr std::size_t kFewestPoints = 4;

}  // namespace

bool is_graph(const RuleLinks& links, const Board& board) {
  if (board.shape != Shape::Grid || board.axes.size() != 2 || board.full) return false;
  std::set<std::string> points;
  for (const Axis& axis : board.axes) points.insert(axis.values.begin(), axis.values.end());
  std::set<std::set<std::string>> pairs;
  for (const Cell& cell : board.cells) pairs.insert({board.axes[0].values[cell.at[0]], board.axes[1].values[cell.at[1]]});
  const bool all_pairs = board.cells.size() == points.size() * (points.size() - 1) / 2 && pairs.size() == board.cells.size() &&
                         std::ranges::all_of(pairs, [](const auto& pair) { return pair.size() == 2; });
  if (!all_pairs || points.size() < kFewestPoints) return false;
  const BoardFamily& main = board.families.front();
  const auto place = [&](std::size_t axis) { return links.fluent(main.family, main.coordinates[axis].argument); };
  return links.link(place(0), place(1)) > 0;
}

}  // namespace agon::knowledge::structure
