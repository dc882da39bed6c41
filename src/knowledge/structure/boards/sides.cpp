#include "knowledge/structure/boards/sides.h"

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/structure/boards/terrain.h"

namespace agon::knowledge::structure {
namespace {

// Rows between the middle of the board and the mean of a role's pieces; less does not count as a side.
constexpr double kLeastDistance = 0.5;

std::vector<std::uint32_t> players(const PlayEvidence& evidence) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t r = 0; r < evidence.roles.size(); ++r) {
    if (evidence.roles[r] != "random") result.push_back(r);
  }
  return result;
}

class SideFinder {
 public:
  SideFinder(const PlayEvidence& evidence, const Structure& structure, std::uint32_t board)
      : evidence_(evidence), structure_(structure), index_(board), terrain_(evidence, structure.boards[board]) {
    for (const BoardFamily& family : this->board().families) {
      const auto record = std::ranges::find(evidence.families, family.family, &FamilyRecord::family);
      families_.push_back(static_cast<std::uint32_t>(record - evidence.families.begin()));
    }
  }

  std::vector<std::uint32_t> run(std::span<const std::uint32_t> players) {
    for (const LegalSample& sample : evidence_.legal) look(sample);
    std::map<std::uint32_t, double> distance;  // downwards from the middle
    for (const std::uint32_t role : players) {
      const std::optional<double> height = start(role);
      if (!height) return {};
      distance[role] = *height - middle();
    }
    std::vector<std::uint32_t> result;
    for (const std::uint32_t role : players) {
      const bool far = std::ranges::all_of(players, [&](std::uint32_t other) {
        return other == role ? distance[other] <= -kLeastDistance : distance[other] >= kLeastDistance;
      });
      if (far) result.push_back(role);
    }
    return result;
  }

 private:
  using Piece = std::pair<std::uint32_t, std::string>;  // member of the board, content

  [[nodiscard]] const Board& board() const { return structure_.boards[index_]; }

  [[nodiscard]] double middle() const {
    const auto [top, bottom] = std::ranges::minmax_element(board().cells, {}, &Cell::y);
    return (top->y + bottom->y) / 2.0;
  }

  [[nodiscard]] Piece piece(std::uint32_t member, Fact fact) const {
    std::vector<std::string> arguments;
    for (const ValueId value : evidence_.tuple(fact)) arguments.push_back(evidence_.values.text(value));
    return {member, content_text(board().families[member], arguments)};
  }

  template <class Visit>
  void for_each_piece(const StateRecord& state, Visit&& visit) const {
    for (std::uint32_t m = 0; m < families_.size(); ++m) {
      for (const Fact fact : evidence_.facts(state, families_[m])) {
        const std::uint32_t cell = terrain_.cell_of(fact);
        if (cell != Terrain::kNone) visit(m, fact, cell);
      }
    }
  }

  // The cell of the first click of a move; none if the move has only one click, or one that leaves a choice of cells.
  [[nodiscard]] std::uint32_t picked(const Made& move) const {
    const std::string& shape = evidence_.shapes[move.shape].shape;
    const auto pattern = std::ranges::find(structure_.moves, shape, &MovePattern::shape);
    if (pattern == structure_.moves.end() || pattern->clicks.size() < 2 || pattern->clicks[0].board != index_)
      return Terrain::kNone;
    const Tuple& tuple = evidence_.tuple(move);
    std::vector<std::uint32_t> at(board().axes.size(), Terrain::kNone);
    for (std::size_t c = 0; c < pattern->arguments.size(); ++c) {
      const MoveArgument& argument = pattern->arguments[c];
      if (argument.click != 0) continue;
      if (argument.kind == MoveArgument::Kind::Name) return terrain_.named(tuple[c]);
      if (argument.kind == MoveArgument::Kind::Coordinate) at[argument.axis] = terrain_.coordinate(argument.axis, tuple[c]);
    }
    return std::ranges::find(at, Terrain::kNone) == at.end() ? terrain_.cell(at) : Terrain::kNone;
  }

  void look(const LegalSample& sample) {
    const std::uint32_t from = picked(sample.move);
    if (from == Terrain::kNone) return;
    for_each_piece(evidence_.states[sample.state], [&](std::uint32_t member, Fact fact, std::uint32_t cell) {
      if (cell == from) movers_[piece(member, fact)].insert(sample.role);
    });
  }

  // The mean height of a role's pieces in the first state.
  [[nodiscard]] std::optional<double> start(std::uint32_t role) const {
    double sum = 0;
    std::size_t count = 0;
    for_each_piece(evidence_.states.front(), [&](std::uint32_t member, Fact fact, std::uint32_t cell) {
      const auto movers = movers_.find(piece(member, fact));
      if (movers == movers_.end() || movers->second != std::set{role}) return;
      sum += board().cells[cell].y;
      ++count;
    });
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
  }

  const PlayEvidence& evidence_;
  const Structure& structure_;
  std::uint32_t index_;
  Terrain terrain_;
  std::vector<std::uint32_t> families_;  // of the evidence, per member of the board
  std::map<Piece, std::set<std::uint32_t>> movers_;
};

}  // namespace

void find_sides(const PlayEvidence& evidence, Structure& out) {
  const std::vector<std::uint32_t> two = players(evidence);
  if (two.size() != 2) return;
  for (std::uint32_t b = 0; b < out.boards.size(); ++b) {
    if (out.boards[b].axes.size() > 1) out.boards[b].far = SideFinder(evidence, out, b).run(two);
  }
}

}  // namespace agon::knowledge::structure
