#include "knowledge/structure/boards/ground_marks.h"

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/structure/boards/cell_index.h"

namespace agon::knowledge::structure {
namespace {

class MarkFinder {
 public:
  MarkFinder(const RuleLinks& links, const PlayEvidence& evidence, const Structure& structure, const Board& board)
      : links_(links), evidence_(evidence), board_(board), index_(board) {
    for (const Domain& domain : structure.domains) {
      for (const OrderRelation& order : domain.relations) orders_.insert(order.name);
    }
  }

  void add(const StaticRelation& relation, std::vector<GroundMark>& marks) const {
    if (orders_.contains(relation.name) || relation.rows.size() > 2 * board_.cells.size()) return;
    for (const BoardFamily& family : board_.families) {
      if (relation.arity > family.coordinates.size() + 1) continue;  // more than a cell and a role
      const std::vector<std::uint32_t> arguments = joined(relation, family);
      if (arguments.empty()) continue;
      if (std::optional<std::vector<GroundMark>> found = read(relation, family, arguments)) {
        marks.insert(marks.end(), found->begin(), found->end());
        return;
      }
    }
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> joined(const StaticRelation& relation, const BoardFamily& family) const {
    std::vector<Place> places;
    for (const Coordinate coordinate : family.coordinates) places.push_back(links_.fluent(family.family, coordinate.argument));
    return links_.joined({relation.name, relation.arity}, places);
  }

  // The cells that the rows name, for each owner. None if a row names something else, or if most cells are named.
  [[nodiscard]] std::optional<std::vector<GroundMark>> read(const StaticRelation& relation, const BoardFamily& family,
                                                            const std::vector<std::uint32_t>& arguments) const {
    const std::optional<std::uint32_t> owner = other_argument(relation, arguments);
    if (std::set(arguments.begin(), arguments.end()).size() + (owner ? 1 : 0) != relation.arity) return std::nullopt;
    std::vector<Coordinate> coordinates = family.coordinates;
    for (std::size_t a = 0; a < coordinates.size(); ++a) coordinates[a].argument = arguments[a];
    std::map<std::string, std::set<std::uint32_t>> cells;  // per owner
    std::set<std::uint32_t> all;
    for (const Tuple& row : relation.rows) {
      if (owner && !evidence_.is_role(row[*owner])) return std::nullopt;
      std::vector<std::string> texts;
      for (const ValueId value : row) texts.push_back(evidence_.values.text(value));
      const std::optional<std::uint32_t> cell = index_.cell(coordinates, texts);
      if (!cell) return std::nullopt;
      cells[owner ? texts[*owner] : ""].insert(*cell);
      all.insert(*cell);
    }
    if (2 * all.size() >= board_.cells.size()) return std::nullopt;
    std::vector<GroundMark> marks;
    for (const auto& [role, named] : cells) marks.push_back({relation.name, role, {named.begin(), named.end()}});
    return marks;
  }

  static std::optional<std::uint32_t> other_argument(const StaticRelation& relation, const std::vector<std::uint32_t>& arguments) {
    for (std::uint32_t a = 0; a < relation.arity; ++a) {
      if (std::ranges::find(arguments, a) == arguments.end()) return a;
    }
    return std::nullopt;
  }

  const RuleLinks& links_;
  const PlayEvidence& evidence_;
  const Board& board_;
  CellIndex index_;
  std::set<std::string> orders_;
};

}  // namespace

void find_ground_marks(const RuleLinks& links, std::span<const StaticRelation> relations, const PlayEvidence& evidence,
                       Structure& out) {
  for (Board& board : out.boards) {
    if (board.axes.size() < 2) continue;  // the cells of a row bear their names already
    const MarkFinder finder(links, evidence, out, board);
    for (const StaticRelation& relation : relations) finder.add(relation, board.ground);
  }
}

}  // namespace agon::knowledge::structure
