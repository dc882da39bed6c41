#include "knowledge/structure/boards/places.h"

#include <algorithm>

namespace agon::knowledge::structure {
namespace {

constexpr double kAlwaysCovered = 0.999;

// The only argument of a move that is chosen, if there is exactly one and the only click goes to this board.
std::optional<std::uint32_t> chosen_argument(const MovePattern& pattern, const ShapeRecord& shape, std::uint32_t board) {
  if (pattern.clicks.size() != 1 || pattern.clicks[0].board != board) return std::nullopt;
  std::optional<std::uint32_t> found;
  for (std::size_t c = 0; c < pattern.arguments.size(); ++c) {
    const MoveArgument::Kind kind = pattern.arguments[c].kind;
    if (kind == MoveArgument::Kind::Coordinate || kind == MoveArgument::Kind::Mover) continue;
    if (kind != MoveArgument::Kind::Choice || found || shape.argument[c] < 0) return std::nullopt;
    found = static_cast<std::uint32_t>(shape.argument[c]);
  }
  return found;
}

bool names_place(const Readings& readings, const Structure& structure, std::uint32_t board) {
  const BoardFamily& main = structure.boards[board].families.front();
  const auto content = readings.links().domain(readings.links().fluent(main.family, main.contents.front()));
  return std::ranges::any_of(readings.evidence().shapes, [&](const ShapeRecord& shape) {
    const auto pattern = std::ranges::find(structure.moves, shape.shape, &MovePattern::shape);
    if (pattern == structure.moves.end()) return false;
    const std::optional<std::uint32_t> argument = chosen_argument(*pattern, shape, board);
    return argument && content && readings.links().domain(readings.links().move(shape.family, *argument)) == content;
  });
}

}  // namespace

void find_places(const Readings& readings, Structure& out) {
  const PlayEvidence& evidence = readings.evidence();
  for (std::uint32_t b = 0; b < out.boards.size(); ++b) {
    Board& board = out.boards[b];
    const BoardFamily& main = board.families.front();
    if (board.shape != Shape::Line || board.families.size() > 1 || main.contents.size() != 1) continue;
    const auto record = std::ranges::find(evidence.families, main.family, &FamilyRecord::family);
    const auto family = static_cast<std::uint32_t>(record - evidence.families.begin());
    const bool always = board.at_most_one != Evidence::No && readings.measure(family, main.coordinates).cover >= kAlwaysCovered;
    if (always && !board.blank && names_place(readings, out, b)) board.shape = Shape::Places;
  }
}

}  // namespace agon::knowledge::structure
