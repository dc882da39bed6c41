#include "knowledge/structure/scene/scene.h"

#include <algorithm>

#include "knowledge/structure/boards/cell_index.h"
#include "knowledge/structure/evidence/play_evidence.h"

namespace agon::knowledge {
namespace {

using structure::CellIndex;

enum class Part : std::uint8_t { Board, Counter, Hand, Control, Table };

struct Home {  // of a family
  Part part = Part::Table;
  std::uint32_t index = 0;
  std::uint32_t member = 0;  // of a board
};

std::string joined(std::span<const std::uint32_t> which, std::span<const std::string> arguments) {
  std::string text;
  for (const std::uint32_t a : which) text += (text.empty() ? "" : " ") + arguments[a];
  return text;
}

std::string at(std::optional<std::uint32_t> which, std::span<const std::string> arguments) {
  return which ? arguments[*which] : std::string();
}

}  // namespace

struct Placer::Impl {
  explicit Impl(const Structure& s) : structure(s) {
    const auto add = [&](const Family& family, Home home) { homes.emplace(std::pair(family.functor, family.arity), home); };
    for (std::uint32_t b = 0; b < s.boards.size(); ++b) {
      cells.emplace_back(s.boards[b]);
      for (std::uint32_t m = 0; m < s.boards[b].families.size(); ++m) add(s.boards[b].families[m].family, {Part::Board, b, m});
    }
    for (std::uint32_t i = 0; i < s.counters.size(); ++i) add(s.counters[i].family, {Part::Counter, i, 0});
    for (std::uint32_t i = 0; i < s.hands.size(); ++i) add(s.hands[i].family, {Part::Hand, i, 0});
    for (std::uint32_t i = 0; i < s.controls.size(); ++i) add(s.controls[i].family, {Part::Control, i, 0});
    for (std::uint32_t i = 0; i < s.tables.size(); ++i) add(s.tables[i].family, {Part::Table, i, 0});
    for (std::uint32_t i = 0; i < s.moves.size(); ++i) patterns.emplace(s.moves[i].shape, i);
  }

  void place_one(const game::TermBank& terms, TermId fluent, std::uint32_t n, Scene& scene) const {
    const game::TermBank::Node& node = terms.node(fluent);
    const auto home = homes.find(std::pair(terms.symbols().text(node.functor), node.arity));
    if (home == homes.end()) {
      scene.rest.push_back(n);
      return;
    }
    const std::uint32_t index = home->second.index;
    std::vector<std::string> arguments;
    for (std::uint32_t a = 0; a < node.arity; ++a) arguments.push_back(terms.text(node.args[a]));
    switch (home->second.part) {
      case Part::Board: {
        const BoardFamily& member = structure.boards[index].families[home->second.member];
        const std::optional<std::uint32_t> cell = cells[index].cell(member.coordinates, arguments);
        if (!cell) break;  // a cell that was never observed
        std::optional<std::uint32_t> target;
        if (!member.targets.empty()) target = cells[index].cell(member.targets, arguments);
        scene.boards[index][*cell].push_back({n, home->second.member, structure::content_text(member, arguments), target});
        return;
      }
      case Part::Counter: {
        const Counter& counter = structure.counters[index];
        scene.counters[index].push_back({n, at(counter.role, arguments), joined(counter.value, arguments)});
        return;
      }
      case Part::Hand: {
        const Hand& hand = structure.hands[index];
        scene.hands[index].push_back(
            {n, at(hand.owner, arguments), at(hand.slot, arguments), joined(hand.item, arguments), at(hand.count, arguments)});
        return;
      }
      case Part::Control: scene.controls[index].push_back({n, arguments[structure.controls[index].role]}); return;
      case Part::Table: scene.tables[index].push_back(n); return;
    }
    scene.rest.push_back(n);
  }

  // The cells that one click of a pattern may go to.
  [[nodiscard]] std::vector<std::uint32_t> touched(const Scene& scene, const MovePattern& pattern, std::uint32_t click,
                                                   std::span<const std::string> constants) const {
    const std::uint32_t b = pattern.clicks[click].board;
    const Board& board = structure.boards[b];
    std::vector<std::optional<std::uint32_t>> wanted(board.axes.size());
    std::optional<std::string> piece;
    for (std::size_t c = 0; c < pattern.arguments.size(); ++c) {
      const MoveArgument& argument = pattern.arguments[c];
      if (argument.click != click) continue;
      if (argument.kind == MoveArgument::Kind::Name) {
        const std::optional<std::uint32_t> cell = cells[b].named(constants[c]);
        return cell ? std::vector{*cell} : std::vector<std::uint32_t>();
      }
      if (argument.kind == MoveArgument::Kind::Piece) piece = constants[c];
      if (argument.kind != MoveArgument::Kind::Coordinate) continue;
      wanted[argument.axis] = cells[b].coordinate(argument.axis, constants[c]);
      if (!wanted[argument.axis]) return {};
    }
    std::vector<std::uint32_t> result;
    for (std::uint32_t c = 0; c < board.cells.size(); ++c) {
      bool fits = true;
      for (std::size_t a = 0; a < wanted.size(); ++a) fits = fits && (!wanted[a] || *wanted[a] == board.cells[c].at[a]);
      if (fits && piece) {
        fits = std::ranges::any_of(scene.boards[b][c], [&](const Placed& p) { return p.family == 0 && p.content == *piece; });
      }
      if (fits) result.push_back(c);
    }
    return result;
  }

  const Structure& structure;
  std::vector<CellIndex> cells;  // per board
  absl::flat_hash_map<std::pair<std::string, std::uint32_t>, Home> homes;
  absl::flat_hash_map<std::string, std::uint32_t> patterns;
};

Placer::Placer(const Structure& structure) : impl_(std::make_unique<Impl>(structure)) {}
Placer::~Placer() = default;
Placer::Placer(Placer&&) noexcept = default;
Placer& Placer::operator=(Placer&&) noexcept = default;

Scene Placer::place(const game::TermBank& terms, std::span<const TermId> fluents) const {
  const Structure& s = impl_->structure;
  Scene scene;
  for (const Board& board : s.boards) scene.boards.emplace_back(board.cells.size());
  scene.counters.resize(s.counters.size());
  scene.hands.resize(s.hands.size());
  scene.controls.resize(s.controls.size());
  scene.tables.resize(s.tables.size());
  for (std::uint32_t n = 0; n < fluents.size(); ++n) impl_->place_one(terms, fluents[n], n, scene);
  return scene;
}

std::optional<Gesture> Placer::gesture(const Scene& scene, const game::TermBank& terms, TermId move) const {
  const structure::MoveForm form = structure::form_of(terms, move);
  const auto found = impl_->patterns.find(form.shape);
  if (found == impl_->patterns.end()) return std::nullopt;
  const MovePattern& pattern = impl_->structure.moves[found->second];
  std::vector<std::string> constants;
  for (const TermId constant : form.constants) constants.push_back(terms.text(constant));
  Gesture gesture{found->second, {}, {}};
  for (std::uint32_t click = 0; click < pattern.clicks.size(); ++click) {
    gesture.touches.push_back({pattern.clicks[click].board, impl_->touched(scene, pattern, click, constants)});
    if (gesture.touches.back().cells.empty()) return std::nullopt;
  }
  using Kind = MoveArgument::Kind;
  for (std::size_t c = 0; c < constants.size(); ++c) {
    const Kind kind = pattern.arguments[c].kind;
    if (kind != Kind::Coordinate && kind != Kind::Name && kind != Kind::Piece) gesture.choices.push_back(constants[c]);
  }
  return gesture;
}

Scene place(const Structure& structure, const game::TermBank& terms, std::span<const TermId> fluents) {
  return Placer(structure).place(terms, fluents);
}

}  // namespace agon::knowledge
