#include "cli/text_board.h"

#include <algorithm>
#include <map>
#include <set>

#include "cli/engines.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::cli {
namespace {

using game::TermBank;

struct TermOrder {
  const TermBank* terms;
  bool operator()(TermId a, TermId b) const { return terms->compare(a, b) < 0; }
};

// The cells of one functor with three arguments: column, row, content.
struct Grid {
  SymbolId functor;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TermId> content;
  std::vector<TermId> columns;
  std::vector<TermId> rows;
};

bool blank(const std::string& text) {
  return text == "b" || text == "blank" || text == "empty" || text == "e" || text == "none" || text == "nil";
}

// A functor is a board if no place has two contents, it spans two dimensions, and it is not too sparse to draw.
bool make_grid(const TermBank& terms, SymbolId functor, std::span<const TermId> fluents, Grid& grid) {
  std::set<TermId, TermOrder> columns(TermOrder{&terms});
  std::set<TermId, TermOrder> rows(TermOrder{&terms});
  grid.functor = functor;
  for (const TermId fluent : fluents) {
    const TermBank::Node& node = terms.node(fluent);
    if (node.functor != functor || node.arity != 3) continue;
    columns.insert(node.args[0]);
    rows.insert(node.args[1]);
    if (!grid.content.emplace(std::pair(node.args[0].value, node.args[1].value), node.args[2]).second) return false;
  }
  grid.columns.assign(columns.begin(), columns.end());
  grid.rows.assign(rows.begin(), rows.end());
  return grid.columns.size() >= 2 && grid.rows.size() >= 2 && grid.columns.size() <= 26 &&
         grid.content.size() * 6 >= grid.columns.size() * grid.rows.size();
}

std::string draw_grid(const TermBank& terms, const Grid& grid, const gdl::Palette& palette) {
  std::size_t width = 1;
  std::size_t margin = 1;
  const auto shown = [&](TermId id) {
    std::string text = terms.text(id);
    return blank(text) ? std::string(".") : text.substr(0, 8);
  };
  for (const auto& [place, content] : grid.content) width = std::max(width, shown(content).size());
  for (const TermId column : grid.columns) width = std::max(width, terms.text(column).size());
  for (const TermId row : grid.rows) margin = std::max(margin, terms.text(row).size());
  std::string out;
  for (auto row = grid.rows.rbegin(); row != grid.rows.rend(); ++row) {
    out += fmt::format("  {}{:>{}}{} ", palette.faint, terms.text(*row), margin, palette.reset);
    for (const TermId column : grid.columns) {
      const auto found = grid.content.find({column.value, row->value});
      const std::string text = found == grid.content.end() ? "." : shown(found->second);
      const bool empty = text == ".";
      out += fmt::format(" {}{:<{}}{}", empty ? palette.faint : palette.strong, text, width, palette.reset);
    }
    out += '\n';
  }
  out += "  " + std::string(margin + 1, ' ') + std::string(palette.faint);
  for (const TermId column : grid.columns) out += fmt::format(" {:<{}}", terms.text(column), width);
  return out + std::string(palette.reset) + '\n';
}

}  // namespace

std::string draw_state(const TermBank& terms, std::span<const TermId> fluents, const gdl::Palette& palette) {
  std::set<SymbolId> functors;
  for (const TermId fluent : fluents) {
    if (terms.node(fluent).arity == 3) functors.insert(terms.node(fluent).functor);
  }
  std::string out;
  std::set<SymbolId> drawn;
  for (const SymbolId functor : functors) {
    Grid grid;
    if (!make_grid(terms, functor, fluents, grid)) continue;
    out += draw_grid(terms, grid, palette);
    drawn.insert(functor);
  }
  std::string rest;
  for (const TermId fluent : fluents) {
    const TermBank::Node& node = terms.node(fluent);
    if (node.arity == 3 && drawn.contains(node.functor)) continue;
    rest += (rest.empty() ? "  " : " ") + terms.text(fluent);
  }
  return rest.empty() ? out : out + rest + '\n';
}

void show_sample_match(Context& context) {
  const std::optional<gdl::Rules> rules = context.load("connectfour");
  if (!rules) return;
  Result<game::AnyEngine> engine = make_engine("prover", *rules, context.limits());
  if (!engine) return context.fail(engine.error());
  const gdl::Palette palette = context.palette(stdout);
  const std::vector<std::string> strategies(engine->info().role_count(), "random");
  std::vector<std::unique_ptr<play::Player>> players;
  for (std::uint32_t r = 0; r < strategies.size(); ++r)
    players.push_back(std::move(*play::make_player(strategies[r], nullptr, {.seed = 41 + r})));

  fmt::print("{}Connect Four, two random players.{} The rules were read from {} a moment ago.\n\n", palette.strong, palette.reset,
             "games/gdl/connectfour.kif");
  play::MatchOptions options;
  options.watch = [&](const play::StepView& view) {
    if (view.joint != nullptr) {
      for (std::uint32_t r = 0; r < view.joint->size(); ++r) {
        if ((*view.legal)[r].size() < 2) continue;
        fmt::print("{}{}{} {}  ", palette.faint, view.engine->info().roles[r], palette.reset,
                   view.engine->terms().text(view.engine->move_term(RoleId{r}, (*view.joint)[r])));
      }
      return;
    }
    game::TermBuffer fluents;
    view.engine->fluents(*view.state, fluents);
    fmt::print("\n\n{}", draw_state(view.engine->terms(), fluents, palette));
  };
  const game::MatchRecord record = play::play_match(*engine, *rules, strategies, players, options);
  fmt::print("\n");
  for (std::size_t r = 0; r < record.goals.size(); ++r) fmt::print("  {} scores {}\n", record.roles[r], record.goals[r]);
  fmt::print(
      "\nNext:\n"
      "  agon games                     the library\n"
      "  agon playout chess             a match of another game, step by step\n"
      "  agon check FILE                what is wrong with a rule sheet\n"
      "  agon match GAME -p random -p first-legal --games 100\n"
      "  agon --help                    everything else\n"
      "('./run COMMAND ...' is the same as 'agon COMMAND ...')\n");
}

}  // namespace agon::cli
