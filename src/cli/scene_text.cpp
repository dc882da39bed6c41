#include "cli/scene_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "knowledge/structure/scene/structure_json.h"

namespace agon::cli {
namespace {

using namespace knowledge;  // NOLINT: this file is about their nouns

constexpr std::size_t kWidestCell = 9;
constexpr std::size_t kMostShown = 12;  // contents and values in one line

std::string shown(const std::vector<std::string>& texts) {
  const std::size_t n = std::min(texts.size(), kMostShown);
  std::string out = fmt::format("{}", fmt::join(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(n), " "));
  return n < texts.size() ? out + fmt::format(" ... ({} in all)", texts.size()) : out;
}

// ---- description ----

std::string axis_text(const Board& board, std::size_t a) {
  const Axis& axis = board.axes[a];
  std::string role = to_string(axis.role);
  std::ranges::replace(role, '_', ' ');
  std::string out = fmt::format("{} {}{}", axis.values.size(), role, axis.values.size() == 1 ? "" : "s");
  out += fmt::format(" {}..{}", axis.values.front(), axis.values.back());
  const Coordinate c = board.families.front().coordinates[a];
  out += fmt::format(" (argument {}{})", c.argument + 1,
                     c.part == Coordinate::Part::Whole ? "" : fmt::format(", its {}", to_string(c.part)));
  if (axis.upwards) out += ", upwards";
  if (axis.cyclic) out += ", cyclic";
  if (!axis.blocks.empty()) out += fmt::format(", in {} blocks", axis.blocks.size());
  return out;
}

std::string board_text(const Board& board, const gdl::Palette& c) {
  std::string out = fmt::format("{}board{} {}: {}, {} cells{}\n", c.strong, c.reset, board.name, to_string(board.shape),
                                board.cells.size(), board.full ? "" : " (not every combination)");
  for (std::size_t a = 0; a < board.axes.size(); ++a)
    out += fmt::format("  {}axis{}      {}\n", c.faint, c.reset, axis_text(board, a));
  out += fmt::format("  {}contents{}  {}{}\n", c.faint, c.reset, shown(board.contents),
                     board.blank ? fmt::format("; {} is the empty cell", *board.blank) : "");
  out += fmt::format("  {}a cell{}    {}\n", c.faint, c.reset,
                     board.at_most_one == Evidence::No ? std::string("may hold several")
                                                       : fmt::format("holds at most one ({})", to_string(board.at_most_one)));
  if (!board.adjacency.empty()) out += fmt::format("  {}six neighbours{} by '{}'\n", c.faint, c.reset, board.adjacency);
  for (std::size_t f = 1; f < board.families.size(); ++f)
    out += fmt::format("  {}marks{}     {}\n", c.faint, c.reset, to_string(board.families[f].family));
  return out;
}

std::string pattern_text(const Structure& structure, const MovePattern& pattern) {
  std::vector<std::string> parts;
  for (std::uint32_t k = 0; k < pattern.clicks.size(); ++k) {
    const Board& board = structure.boards[pattern.clicks[k].board];
    std::size_t coordinates = 0;
    std::string role;
    bool piece = false;
    for (const MoveArgument& a : pattern.arguments) {
      if (a.click != k) continue;
      if (a.kind == MoveArgument::Kind::Coordinate) {
        ++coordinates;
        role = to_string(board.axes[a.axis].role);
      }
      piece = piece || a.kind == MoveArgument::Kind::Piece;
    }
    const bool line = coordinates == 1 && board.axes.size() > 1;
    parts.push_back(piece  ? fmt::format("click a piece of {}", board.name)
                    : line ? fmt::format("click a {} of {}", role, board.name)
                           : fmt::format("click {}", board.name));
  }
  for (const MoveArgument& a : pattern.arguments) {
    if (a.kind == MoveArgument::Kind::Item) parts.push_back(fmt::format("take from {}", structure.hands[a.hand].family.functor));
    if (a.kind == MoveArgument::Kind::Choice) parts.emplace_back("choose");
  }
  std::string out;
  for (std::size_t i = 0, n = 0; i < parts.size(); i += n) {
    for (n = 1; i + n < parts.size() && parts[i + n] == parts[i];) ++n;
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ", parts[i], n > 1 ? fmt::format(" ({} times)", n) : "");
  }
  return out;
}

// ---- drawing ----

std::string cell_text(const Board& board, const std::vector<Placed>& placed) {
  std::string text;
  bool marks = false;
  for (const Placed& p : placed) {
    if (p.family != 0) marks = true;
    else if (p.content != board.blank) text += (text.empty() ? "" : "+") + p.content;
  }
  if (text.empty()) text = marks ? "*" : ".";
  return text.substr(0, kWidestCell);
}

std::string draw_row(const Board& board, const std::vector<std::vector<Placed>>& cells, const gdl::Palette& palette) {
  std::string out;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string& value = board.axes.front().values[board.cells[c].at.front()];
    out += fmt::format("{}{}{}{}:{}{}{}", out.empty() ? "  " : "  ", palette.faint, value, palette.reset, palette.strong,
                       cell_text(board, cells[c]), palette.reset);
  }
  return out + '\n';
}

std::string draw_board(const Board& board, const std::vector<std::vector<Placed>>& cells, const gdl::Palette& palette) {
  if (board.axes.size() == 1) return draw_row(board, cells, palette);
  std::size_t width = 2;
  for (const auto& cell : cells) width = std::max(width, cell_text(board, cell).size() + 1);
  width += width % 2;  // rows of hexagons are shifted by half a cell
  std::map<std::int32_t, std::map<std::int32_t, std::size_t>> rows;
  for (std::size_t c = 0; c < cells.size(); ++c) rows[board.cells[c].y][board.cells[c].half_x] = c;
  std::optional<std::size_t> row_axis;
  std::optional<std::size_t> column_axis;
  for (std::size_t a = 0; a < board.axes.size(); ++a) {
    if (board.axes[a].role == AxisRole::Row) row_axis = a;
    if (board.axes[a].role == AxisRole::Column) column_axis = a;
  }
  const bool labels = board.axes.size() < 4 && row_axis;
  std::size_t margin = 0;
  for (const std::string& value : board.axes[row_axis.value_or(0)].values) margin = labels ? std::max(margin, value.size()) : 0;
  std::string out;
  std::int32_t last = rows.begin()->first;
  for (const auto& [y, row] : rows) {
    out += y > last + 1 ? "\n" : "";  // between two of several boards
    last = y;
    const std::string label = labels ? board.axes[*row_axis].values[board.cells[row.begin()->second].at[*row_axis]] : "";
    out += fmt::format("  {}{:>{}}{} ", palette.faint, label, margin, palette.reset);
    std::size_t at = 0;
    for (const auto& [x, cell] : row) {
      const std::size_t start = static_cast<std::size_t>(x) * width / 2;
      out += std::string(start > at ? start - at : 0, ' ');
      const std::string text = cell_text(board, cells[cell]);
      out += fmt::format("{}{:<{}}{}", text == "." ? palette.faint : palette.strong, text, width, palette.reset);
      at = start + width;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  if (board.axes.size() != 2 || board.shape == Shape::Hexagonal || !column_axis) return out;
  out += fmt::format("  {:>{}} {}", "", margin, palette.faint);
  for (const std::string& value : board.axes[*column_axis].values) out += fmt::format("{:<{}}", value.substr(0, width - 1), width);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + std::string(palette.reset) + '\n';
}

}  // namespace

std::string describe(const Structure& structure, const gdl::Palette& c) {
  std::string out =
      fmt::format("{}roles{} {}; seen in {} states of random play{}\n", c.strong, c.reset, fmt::join(structure.roles, ", "),
                  structure.states, structure.grounded ? " and in the ground program" : "");
  for (const std::string& note : structure.notes) out += fmt::format("{}note{}: {}\n", c.note, c.reset, note);
  for (const Board& board : structure.boards) out += board_text(board, c);
  for (const Control& control : structure.controls)
    out += fmt::format("{}turn{} {}\n", c.strong, c.reset, to_string(control.family));
  for (const Counter& counter : structure.counters) {
    out += fmt::format("{}{}{} {}{}{}\n", c.strong, to_string(counter.kind), c.reset, to_string(counter.family),
                       counter.role ? ", one for each role" : "", counter.always ? "" : ", not always there");
  }
  for (const Hand& hand : structure.hands) {
    out +=
        fmt::format("{}{}{} {}{}{}{}\n", c.strong, hand.owner ? "hand" : "pool", c.reset, to_string(hand.family),
                    hand.slot ? ", in slots" : "", hand.count ? ", with counts" : "",
                    hand.visibility == Hand::Visibility::Everyone ? "" : fmt::format(", seen by {}", to_string(hand.visibility)));
  }
  for (const Table& table : structure.tables) out += fmt::format("{}table{} {}\n", c.strong, c.reset, to_string(table.family));
  std::size_t width = 0;
  for (const MovePattern& pattern : structure.moves) width = std::max(width, std::min<std::size_t>(pattern.shape.size(), 40));
  for (const MovePattern& pattern : structure.moves) {
    out += fmt::format("{}move{} {:<{}}  {}\n", c.strong, c.reset, pattern.shape, width, pattern_text(structure, pattern));
    while (out.size() > 1 && out[out.size() - 2] == ' ') out.erase(out.size() - 2, 1);
  }
  return out;
}

std::string draw_scene(const Structure& structure, const Scene& scene, const game::TermBank& terms, std::span<const TermId> fluents,
                       const gdl::Palette& palette) {
  std::string out;
  for (std::size_t b = 0; b < structure.boards.size(); ++b) {
    if (b > 0) out += fmt::format("  {}{}{}\n", palette.faint, structure.boards[b].name, palette.reset);
    out += draw_board(structure.boards[b], scene.boards[b], palette);
  }
  const auto line = [&](const std::string& name, const std::string& text) {
    if (!text.empty()) out += fmt::format("  {}{}{}{}\n", palette.faint, name, palette.reset, text);
  };
  for (std::size_t i = 0; i < scene.controls.size(); ++i) {
    std::string text;
    for (const Turn& turn : scene.controls[i]) text += ' ' + turn.role;
    line(structure.controls[i].family.functor, text);
  }
  for (std::size_t i = 0; i < scene.counters.size(); ++i) {
    std::string text;
    for (const CounterValue& value : scene.counters[i])
      text += ' ' + (value.role.empty() ? value.value : value.role + ':' + value.value);
    line(structure.counters[i].family.functor, text);
  }
  for (std::size_t i = 0; i < scene.hands.size(); ++i) {
    std::string text;
    for (const HandItem& item : scene.hands[i]) {
      text += ' ' + (item.owner.empty() ? "" : item.owner + ':') + (item.slot.empty() ? "" : item.slot + '=') + item.item;
      if (!item.count.empty()) text += 'x' + item.count;
    }
    line(structure.hands[i].family.functor, text);
  }
  for (const auto& table : scene.tables) {
    for (const std::uint32_t fluent : table) line("", terms.text(fluents[fluent]));
  }
  for (const std::uint32_t fluent : scene.rest) line("", terms.text(fluents[fluent]));
  return out;
}

}  // namespace agon::cli
