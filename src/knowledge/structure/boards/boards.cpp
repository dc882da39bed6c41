#include "knowledge/structure/boards/boards.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "knowledge/structure/boards/cell_index.h"
#include "knowledge/structure/boards/graphs.h"
#include "knowledge/structure/boards/layout.h"

namespace agon::knowledge::structure {
namespace {

// ---- cells ----

void find_axes(const Readings& readings, const Draft& draft, Board& board) {
  const ValueTable& table = readings.evidence().values;
  for (std::size_t a = 0; a < draft.values.size(); ++a) {
    Order order = readings.orders().of(draft.values[a]);
    const Coordinate base = draft.base().coordinates[a];
    if (!order.ordered() && base.part == Coordinate::Part::Whole) {
      // Values of another kind at the end do not affect the order of the others.
      order = readings.arguments(draft.base().family)[base.argument].order;
      for (const ValueId value : draft.values[a]) {
        if (std::ranges::find(order.values, value) == order.values.end()) order.values.push_back(value);
      }
    }
    Axis axis;
    for (const ValueId value : order.values) axis.values.push_back(table.text(value));
    axis.source = order.source;
    axis.cyclic = order.cyclic;
    board.axes.push_back(std::move(axis));
  }
}

// The cells are those that fluents name. Without a ground program, play may have missed some: then every combination is a cell,
// unless the main family names the same cells in every state.
void find_cells(const Readings& readings, const Draft& draft, Board& board) {
  const PlayEvidence& evidence = readings.evidence();
  std::vector<std::map<ValueId, std::uint32_t>> index(board.axes.size());
  std::size_t combinations = 1;
  for (std::size_t a = 0; a < board.axes.size(); ++a) {
    for (std::uint32_t i = 0; i < board.axes[a].values.size(); ++i) index[a][*evidence.values.find(board.axes[a].values[i])] = i;
    combinations *= board.axes[a].values.size();
  }
  std::map<std::vector<std::uint32_t>, ValueId> named;
  bool split = false;
  const auto name_cell = [&](const Tuple& tuple, std::span<const Coordinate> coordinates) {
    std::vector<std::uint32_t> at;
    for (std::size_t a = 0; a < coordinates.size(); ++a) {
      const auto found = index[a].find(readings.value(tuple, coordinates[a]));
      if (found != index[a].end()) at.push_back(found->second);
    }
    if (at.size() == board.axes.size()) named.emplace(std::move(at), tuple[coordinates.front().argument]);
  };
  for (const Draft::Member& member : draft.members) {
    const FamilyRecord& record = evidence.families[member.family];
    for (const Tuple& tuple : record.tuples) {
      name_cell(tuple, member.coordinates);
      name_cell(tuple, member.targets);
    }
    split = split || member.coordinates.front().part != Coordinate::Part::Whole;
  }
  const bool all_known = evidence.grounded || split || draft.base().measure.cover >= 0.999;
  std::vector<std::uint32_t> at(board.axes.size(), 0);
  for (std::size_t n = 0; n < combinations; ++n) {
    const auto found = named.find(at);
    const bool only_name = split && board.axes.size() == 2;
    if (found != named.end()) board.cells.push_back({at, only_name ? evidence.values.text(found->second) : "", 0, 0});
    else if (!all_known) board.cells.push_back({at, "", 0, 0});
    for (std::size_t a = at.size(); a-- > 0;) {
      if (++at[a] < board.axes[a].values.size()) break;
      at[a] = 0;
    }
  }
  board.full = board.cells.size() == combinations;
}

// ---- contents ----

// Names that mean an empty cell wherever they are used. They decide only between contents that behave alike.
bool means_empty(const std::string& text) {
  static constexpr std::array kWords = {"b", "blank", "empty", "e", "none", "nil", "hole", "off", "nolight", "free", "floor"};
  return std::ranges::find(kWords, text) != kWords.end();
}

// The blank is what moves put things on and leave behind: it takes part in nearly every change. Where another content does too
// (pegs and holes, a worker and the floor), the word decides, or the number of cells; otherwise there is no blank.
class BlankFinder {
 public:
  BlankFinder(const PlayEvidence& evidence, const Draft& draft, const BoardFamily& main)
      : evidence_(evidence), family_(draft.members.front().family), main_(main) {}

  std::optional<std::string> run() {
    for (const StateRecord& state : evidence_.states) {
      for (const Fact fact : evidence_.facts(state, family_)) ++cells_[content(fact)];
    }
    for (const StepRecord& step : evidence_.steps) look(step);
    if (changes_ == 0 || cells_.size() < 2) return std::nullopt;
    std::vector<std::string> busy;
    for (const auto& [text, times] : changed_) {
      if (10 * times >= 9 * changes_) busy.push_back(text);
    }
    if (busy.size() == 1)
      return most_common(busy.front()) || means_empty(busy.front()) ? std::optional(busy.front()) : std::nullopt;
    const auto word = std::ranges::find_if(busy, means_empty);
    if (word != busy.end()) return *word;
    for (const std::string& text : busy) {
      const bool wide =
          std::ranges::all_of(busy, [&](const std::string& other) { return other == text || cells_[text] > 4 * cells_[other]; });
      if (wide) return text;
    }
    return std::nullopt;
  }

 private:
  std::string content(Fact fact) const {
    std::vector<std::string> arguments;
    for (const ValueId value : evidence_.tuple(fact)) arguments.push_back(evidence_.values.text(value));
    return content_text(main_, arguments);
  }
  [[nodiscard]] bool most_common(const std::string& text) const {
    return std::ranges::all_of(cells_, [&](const auto& entry) { return entry.second <= cells_.at(text); });
  }
  void look(const StepRecord& step) {
    const auto before = evidence_.facts(evidence_.states[step.before], family_);
    const auto after = evidence_.facts(evidence_.states[step.after], family_);
    std::vector<Fact> different;
    std::ranges::set_symmetric_difference(before, after, std::back_inserter(different));
    if (different.empty()) return;
    ++changes_;
    std::set<std::string> met;
    for (const Fact fact : different) met.insert(content(fact));
    for (const std::string& text : met) ++changed_[text];
  }

  const PlayEvidence& evidence_;
  std::uint32_t family_;
  const BoardFamily& main_;
  std::map<std::string, std::uint64_t> cells_;
  std::map<std::string, std::uint64_t> changed_;
  std::uint64_t changes_ = 0;
};

// One content that is an amount, and not a set of different things: a permutation has numbers too.
bool amounts(const Readings& readings, const Draft& draft, const BoardFamily& main) {
  if (main.contents.size() != 1) return false;
  const std::uint32_t family = draft.members.front().family;
  const Argument& content = readings.arguments(family)[main.contents[0]];
  const auto number = [&](ValueId v) {
    const std::string& text = readings.evidence().values.text(v);
    return whole_number(text) || split_name(text);
  };
  if (!content.order.ordered() || content.roles || !std::ranges::all_of(content.order.values, number)) return false;
  const std::uint32_t only[] = {main.contents[0]};
  return readings.measure(family, only).exclusive < 0.999;
}

void find_contents(const Readings& readings, const Draft& draft, Board& board) {
  const PlayEvidence& evidence = readings.evidence();
  const BoardFamily& main = board.families.front();
  std::set<std::vector<ValueId>> distinct;
  for (const Tuple& tuple : evidence.families[draft.members.front().family].tuples) {
    std::vector<ValueId> content;
    for (const std::uint32_t a : main.contents) content.push_back(tuple[a]);
    distinct.insert(std::move(content));
  }
  std::vector<std::vector<ValueId>> sorted(distinct.begin(), distinct.end());
  std::ranges::sort(sorted, [&](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a, b, [&](ValueId x, ValueId y) { return evidence.values.less(x, y); });
  });
  if (main.contents.size() == 1) {
    const std::vector<ValueId>& line = readings.arguments(draft.members.front().family)[main.contents[0]].order.values;
    const auto rank = [&](const std::vector<ValueId>& c) { return std::ranges::find(line, c[0]) - line.begin(); };
    std::ranges::stable_sort(sorted, {}, rank);
  }
  for (const std::vector<ValueId>& content : sorted) {
    std::string text;
    for (const ValueId value : content) text += (text.empty() ? "" : " ") + evidence.values.text(value);
    board.contents.push_back(text.empty() ? main.family.functor : text);
  }
  board.at_most_one = draft.members.front().measure.exclusive >= 0.9999 ? Evidence::Seen : Evidence::No;
  // A sheet that does not name every cell has no explicit blank.
  const bool all_written = draft.members.front().measure.cover >= 0.95;
  if (board.shape != Shape::Piles && all_written) board.blank = BlankFinder(evidence, draft, main).run();
}

}  // namespace

Board make_board(const Readings& readings, std::span<const StaticRelation> relations, const Draft& draft) {
  const PlayEvidence& evidence = readings.evidence();
  Board board;
  for (const Draft::Member& member : draft.members) {
    BoardFamily family{evidence.families[member.family].family, member.coordinates, {}, member.targets};
    for (std::uint32_t a = 0; a < family.family.arity; ++a) {
      const auto is_a = [&](Coordinate c) { return c.argument == a; };
      if (!std::ranges::any_of(member.coordinates, is_a) && !std::ranges::any_of(member.targets, is_a))
        family.contents.push_back(a);
    }
    board.families.push_back(std::move(family));
  }
  board.name = board.families.front().family.functor;
  find_axes(readings, draft, board);
  find_cells(readings, draft, board);
  if (board.axes.size() == 1) board.shape = amounts(readings, draft, board.families.front()) ? Shape::Piles : Shape::Line;
  find_contents(readings, draft, board);
  orient(readings, draft, board);
  find_names(evidence.values, relations, board);
  find_blocks(evidence.values, relations, board);
  lay_out(evidence.values, relations, board);
  if (is_graph(readings.links(), board)) board.shape = Shape::Graph;
  return board;
}

void use_proofs(const ground::GroundProgram& program, std::span<const game::Fact<game::FluentGroup>> groups, Board& board) {
  if (board.at_most_one == Evidence::No || groups.empty()) return;
  absl::flat_hash_map<TermId, std::vector<std::uint32_t>> groups_of;
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].proved()) continue;
    for (const TermId fluent : groups[g].value.fluents) groups_of[fluent].push_back(g);
  }
  const CellIndex index(board);
  const BoardFamily& main = board.families.front();
  absl::flat_hash_map<std::uint32_t, std::vector<std::uint32_t>> common;  // per cell: groups with all its fluents so far
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const game::TermBank::Node& node = program.terms->node(program.fluents[f]);
    if (node.arity != main.family.arity || program.terms->symbols().text(node.functor) != main.family.functor) continue;
    std::vector<std::string> arguments;
    for (std::uint32_t a = 0; a < node.arity; ++a) arguments.push_back(program.terms->text(node.args[a]));
    const std::optional<std::uint32_t> cell = index.cell(main.coordinates, arguments);
    if (!cell) return;
    const std::vector<std::uint32_t>& own = groups_of[program.fluents[f]];
    const auto [entry, fresh] = common.try_emplace(*cell, own);
    if (!fresh) std::erase_if(entry->second, [&](std::uint32_t g) { return std::ranges::find(own, g) == own.end(); });
    if (!fresh && entry->second.empty()) return;
  }
  board.at_most_one = Evidence::Proved;
}

}  // namespace agon::knowledge::structure
