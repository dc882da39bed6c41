#include "knowledge/structure/scene/move_patterns.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "knowledge/structure/boards/terrain.h"

namespace agon::knowledge::structure {
namespace {

constexpr std::size_t kMostConstants = 24;  // of a move that is matched with cells
constexpr std::size_t kMostTuples = 1'500;  // of a shape that are looked at
constexpr std::size_t kMostSamples = 400;
constexpr std::uint64_t kMostWork = 100'000'000;  // moves compared with cells, over all shapes and boards
constexpr std::uint32_t kNone = Terrain::kNone;

// Constants of a shape read as one click.
struct Block {
  std::uint32_t board = 0;
  std::vector<std::int32_t> constants;  // per axis: which constant is the coordinate, or -1; of a name: the only entry
  bool name = false;
  double score = 0;
  [[nodiscard]] bool whole() const { return name || std::ranges::find(constants, -1) == constants.end(); }
  [[nodiscard]] bool uses(std::size_t constant) const {
    return std::ranges::find(constants, static_cast<std::int32_t>(constant)) != constants.end();
  }
  [[nodiscard]] std::int32_t first() const {
    std::int32_t lowest = 1 << 20;
    for (const std::int32_t c : constants) lowest = c >= 0 ? std::min(lowest, c) : lowest;
    return lowest;
  }
};

class PatternFinder {
 public:
  PatternFinder(const Readings& readings, Structure& out) : evidence_(readings.evidence()), links_(readings.links()), out_(out) {
    for (const Board& board : out.boards) terrains_.emplace_back(evidence_, board);
    made_.resize(evidence_.shapes.size());
    for (std::uint32_t s = 0; s < evidence_.steps.size(); ++s) {
      for (std::uint32_t r = 0; r < evidence_.steps[s].joint.size(); ++r)
        made_[evidence_.steps[s].joint[r].shape].push_back({s, r});
    }
    samples_.resize(evidence_.shapes.size());
    for (const LegalSample& sample : evidence_.legal) samples_[sample.move.shape].push_back(&sample);
    for (auto& list : samples_) thin(list);
  }

  void run() {
    for (std::uint32_t s = 0; s < evidence_.shapes.size(); ++s) out_.moves.push_back(pattern(s));
    if (work_ > kMostWork) out_.notes.emplace_back("too many kinds of moves and boards to match them all");
    std::ranges::sort(out_.moves, {}, &MovePattern::shape);
  }

 private:
  struct MadeAt {
    std::uint32_t step = 0, role = 0;
  };

  static void thin(std::vector<const LegalSample*>& list) {
    if (list.size() <= kMostSamples) return;
    std::vector<const LegalSample*> kept;
    for (std::size_t i = 0; i < kMostSamples; ++i) kept.push_back(list[i * list.size() / kMostSamples]);
    list = std::move(kept);
  }

  MovePattern pattern(std::uint32_t s) {
    const ShapeRecord& shape = evidence_.shapes[s];
    MovePattern result{shape.shape, {}, std::vector<MoveArgument>(shape.argument.size())};
    if (shape.argument.empty() || shape.argument.size() > kMostConstants || work_ > kMostWork) return result;
    std::vector<Block> chosen = choose(blocks(s));
    std::ranges::sort(chosen, {}, &Block::first);
    for (const Block& block : chosen) {
      const auto click = static_cast<std::uint32_t>(result.clicks.size());
      result.clicks.push_back({block.board});
      for (std::size_t axis = 0; axis < block.constants.size(); ++axis) {
        if (block.constants[axis] < 0) continue;
        MoveArgument& argument = result.arguments[static_cast<std::size_t>(block.constants[axis])];
        argument.kind = block.name ? MoveArgument::Kind::Name : MoveArgument::Kind::Coordinate;
        argument.click = click;
        argument.axis = block.name ? 0 : static_cast<std::uint32_t>(axis);
      }
    }
    for (std::size_t c = 0; c < result.arguments.size(); ++c) {
      if (result.arguments[c].kind == MoveArgument::Kind::Choice) read_rest(s, c, chosen, result);
    }
    return result;
  }

  // ---- clicks ----

  std::vector<Block> blocks(std::uint32_t s) const {
    std::vector<Block> result;
    const std::size_t n = evidence_.shapes[s].argument.size();
    for (std::uint32_t b = 0; b < terrains_.size(); ++b) {
      const std::size_t axes = terrains_[b].board().axes.size();
      const auto add = [&](Block block) {
        if (judge(s, block)) result.push_back(std::move(block));
      };
      add_names(s, b, result);
      // Candidate constants for each coordinate.
      std::vector<std::vector<std::int32_t>> fits(axes);
      for (std::size_t a = 0; a < axes; ++a) {
        for (std::size_t c = 0; c < n; ++c) {
          if (fits_axis(s, c, b, a)) fits[a].push_back(static_cast<std::int32_t>(c));
        }
      }
      Block block{b, std::vector<std::int32_t>(axes, -1), false, 0};
      const auto extend = [&](const auto& self, std::size_t axis) -> void {
        if (axis == axes) {
          const std::size_t used = axes - static_cast<std::size_t>(std::ranges::count(block.constants, -1));
          // Four axes are read whole or not at all, and long moves only where the constants stand together.
          if (used == 0 || (axes == 4 && used < 4) || (used > 2 && !side_by_side(block, used))) return;
          add(block);
          return;
        }
        self(self, axis + 1);
        for (const std::int32_t c : fits[axis]) {
          if (block.uses(static_cast<std::size_t>(c))) continue;
          block.constants[axis] = c;
          self(self, axis + 1);
          block.constants[axis] = -1;
        }
      };
      if (work_ <= kMostWork && (axes <= 2 || n <= 12)) extend(extend, 0);
    }
    return result;
  }

  // Where one constant of a move is the name of a square, the others that can be are squares too: those a piece passes over do not
  // change.
  void add_names(std::uint32_t s, std::uint32_t b, std::vector<Block>& result) const {
    std::vector<Block> weak;
    const std::size_t before = result.size();
    for (std::size_t c = 0; c < evidence_.shapes[s].argument.size() && terrains_[b].has_names(); ++c) {
      Block block{b, {static_cast<std::int32_t>(c)}, true, 0};
      if (judge(s, block)) result.push_back(std::move(block));
      else if (inside(s, block)) weak.push_back(std::move(block));
    }
    if (result.size() > before) result.insert(result.end(), weak.begin(), weak.end());
  }

  [[nodiscard]] bool fits_axis(std::uint32_t s, std::size_t constant, std::uint32_t b, std::size_t axis) const {
    const std::vector<Tuple>& tuples = evidence_.shapes[s].tuples;
    const std::size_t count = looked_at(s);
    const std::size_t stride = count / kMostTuples + 1;
    for (std::size_t t = 0; t < count; t += stride) {
      ++work_;
      if (terrains_[b].coordinate(axis, tuples[t][constant]) == kNone) return false;
    }
    return true;
  }

  // Moves that were legal in play are better evidence than those that a ground program could not rule out.
  [[nodiscard]] std::size_t looked_at(std::uint32_t s) const {
    const ShapeRecord& shape = evidence_.shapes[s];
    return shape.seen > 0 ? shape.seen : shape.tuples.size();
  }

  static bool side_by_side(const Block& block, std::size_t used) {
    std::int32_t last = block.first();
    for (const std::int32_t c : block.constants) last = std::max(last, c);
    return static_cast<std::size_t>(last - block.first()) + 1 == used;
  }

  // The cells that a move names: one, or those of a line.
  [[nodiscard]] bool names_cell(const Block& block, const Tuple& tuple, std::uint32_t cell) const {
    const Terrain& terrain = terrains_[block.board];
    if (block.name) return terrain.named(tuple[static_cast<std::size_t>(block.constants[0])]) == cell;
    for (std::size_t a = 0; a < block.constants.size(); ++a) {
      if (block.constants[a] < 0) continue;
      if (terrain.board().cells[cell].at[a] != terrain.coordinate(a, tuple[static_cast<std::size_t>(block.constants[a])]))
        return false;
    }
    return true;
  }
  [[nodiscard]] std::uint32_t cell(const Block& block, const Tuple& tuple) const {  // of a whole block
    const Terrain& terrain = terrains_[block.board];
    if (block.name) return terrain.named(tuple[static_cast<std::size_t>(block.constants[0])]);
    std::vector<std::uint32_t> at;
    for (std::size_t a = 0; a < block.constants.size(); ++a)
      at.push_back(terrain.coordinate(a, tuple[static_cast<std::size_t>(block.constants[a])]));
    return terrain.cell(at);
  }

  // All moves name a cell of the board; a line of cells exists if its coordinates do.
  [[nodiscard]] bool inside(std::uint32_t s, const Block& block) const {
    const std::vector<Tuple>& tuples = evidence_.shapes[s].tuples;
    const std::size_t count = looked_at(s);
    const std::size_t stride = count / kMostTuples + 1;
    std::size_t tried = 0;
    std::size_t found = 0;
    for (std::size_t t = 0; t < count && block.whole(); t += stride, ++tried) found += cell(block, tuples[t]) != kNone ? 1 : 0;
    return 100 * found >= 98 * tried;
  }

  // Fills the score; false if the block is not worth a click.
  bool judge(std::uint32_t s, Block& block) const {
    if (!inside(s, block)) return false;
    work_ += looked_at(s) + made_[s].size();
    std::size_t changed = 0;
    for (const MadeAt& made : made_[s]) {
      const Tuple& tuple = evidence_.tuple(evidence_.steps[made.step].joint[made.role]);
      const std::vector<std::uint32_t>& cells = terrains_[block.board].changed(made.step);
      changed += std::ranges::any_of(cells, [&](std::uint32_t c) { return c != kNone && names_cell(block, tuple, c); }) ? 1 : 0;
    }
    const double moved = made_[s].empty() ? 0 : static_cast<double>(changed) / static_cast<double>(made_[s].size());
    const bool linked = is_linked(s, block);
    const std::size_t used = block.constants.size() - static_cast<std::size_t>(std::ranges::count(block.constants, -1));
    const bool together = side_by_side(block, used) && std::ranges::is_sorted(block.constants);
    block.score = 2 * moved + (linked ? 1 : 0) + (together ? 0.3 : 0);
    if (block.name) return moved >= 0.5 || linked || fills_names(s, block);
    if (block.whole()) return moved >= 0.5 || linked || (block.constants.size() > 1 && together && same_domain(s, block));
    return moved >= 0.9 || (linked && (made_[s].empty() || moved >= 0.5));
  }

  template <class Test>
  bool all_axes(std::uint32_t s, const Block& block, Test&& test) const {
    const Terrain& terrain = terrains_[block.board];
    const ShapeRecord& shape = evidence_.shapes[s];
    for (std::size_t a = 0; a < block.constants.size(); ++a) {
      if (block.constants[a] < 0) continue;
      const std::int32_t argument = shape.argument[static_cast<std::size_t>(block.constants[a])];
      if (argument < 0) return false;
      const Place here = links_.move(shape.family, static_cast<std::uint32_t>(argument));
      const bool found = std::ranges::any_of(terrain.board().families, [&](const BoardFamily& member) {
        return test(here, links_.fluent(member.family, member.coordinates[a].argument));
      });
      if (!found) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_linked(std::uint32_t s, const Block& block) const {
    return all_axes(s, block, [&](const Place& a, const Place& b) { return links_.link(a, b) > 0; });
  }
  // A square that a piece only passes over does not change; it suffices that the values are most of the squares' names.
  [[nodiscard]] bool fills_names(std::uint32_t s, const Block& block) const {
    return 10 * evidence_.shapes[s].domains[static_cast<std::size_t>(block.constants[0])].size() >=
           6 * terrains_[block.board].board().cells.size();
  }
  // The weakest evidence: the values are in the same domain, and there are enough of them to fill the board.
  [[nodiscard]] bool same_domain(std::uint32_t s, const Block& block) const {
    for (std::size_t a = 0; a < block.constants.size(); ++a) {
      const std::size_t values = evidence_.shapes[s].domains[static_cast<std::size_t>(block.constants[a])].size();
      if (10 * values < 6 * terrains_[block.board].board().axes[a].values.size()) return false;
    }
    return all_axes(s, block,
                    [&](const Place& a, const Place& b) { return links_.domain(a) && links_.domain(a) == links_.domain(b); });
  }

  // The best blocks that have no constant in common. A line of cells on a board is better than a cell of a row of counters.
  [[nodiscard]] std::vector<Block> choose(std::vector<Block> all) const {
    const auto rank = [&](const Block& b) {
      const auto left_out = std::ranges::count(b.constants, -1);
      return std::tuple(terrains_[b.board].board().axes.size() < 2, left_out, -b.score, b.first(), b.board);
    };
    std::ranges::stable_sort(all, [&](const Block& a, const Block& b) { return rank(a) < rank(b); });
    std::vector<Block> chosen;
    for (Block& block : all) {
      const bool clash = std::ranges::any_of(chosen, [&](const Block& other) {
        return std::ranges::any_of(block.constants,
                                   [&](std::int32_t c) { return c >= 0 && other.uses(static_cast<std::size_t>(c)); });
      });
      if (!clash) chosen.push_back(std::move(block));
    }
    return chosen;
  }

  // ---- everything else ----

  void read_rest(std::uint32_t s, std::size_t constant, const std::vector<Block>& chosen, MovePattern& result) const {
    const std::vector<const LegalSample*>& samples = samples_[s];
    MoveArgument& argument = result.arguments[constant];
    if (samples.empty()) return;
    const auto always = [&](double share, auto&& test) {
      std::size_t held = 0;
      for (const LegalSample* sample : samples) held += test(*sample) ? 1 : 0;
      return static_cast<double>(held) >= share * static_cast<double>(samples.size());
    };
    const auto value = [&](const LegalSample& sample) { return evidence_.tuple(sample.move)[constant]; };
    if (always(1, [&](const LegalSample& sample) { return value(sample) == evidence_.role_values[sample.role]; })) {
      argument.kind = MoveArgument::Kind::Mover;
      return;
    }
    for (std::uint32_t k = 0; k < chosen.size(); ++k) {
      if (!chosen[k].whole()) continue;
      const Terrain& terrain = terrains_[chosen[k].board];
      const auto holds = [&](const LegalSample& sample) {
        const std::uint32_t at = cell(chosen[k], evidence_.tuple(sample.move));
        return any_content(terrain, sample.state, value(sample), [&](std::uint32_t c) { return c == at; });
      };
      if (!always(0.99, holds)) continue;
      argument.kind = MoveArgument::Kind::Content;
      argument.click = k;
      return;
    }
    for (std::uint32_t h = 0; h < out_.hands.size(); ++h) {
      if (!always(0.95, [&](const LegalSample& sample) { return in_hand(out_.hands[h], sample, value(sample)); })) continue;
      argument.kind = MoveArgument::Kind::Item;
      argument.hand = h;
      return;
    }
    for (std::uint32_t b = 0; b < terrains_.size(); ++b) {
      const bool clicked = std::ranges::any_of(result.clicks, [&](const Click& click) { return click.board == b; });
      const Terrain& terrain = terrains_[b];
      if (clicked || terrain.board().shape == Shape::Piles) continue;
      const bool on_board = always(0.95, [&](const LegalSample& sample) {
        return any_content(terrain, sample.state, value(sample), [](std::uint32_t) { return true; });
      });
      if (!on_board || !piece_moves(s, constant, terrain)) continue;
      argument.kind = MoveArgument::Kind::Piece;
      argument.click = static_cast<std::uint32_t>(result.clicks.size());
      result.clicks.push_back({b});
      return;
    }
  }

  // Some cell that passes the test holds the value as one of its contents.
  template <class Test>
  bool any_content(const Terrain& terrain, std::uint32_t state, ValueId value, Test&& test) const {
    const BoardFamily& main = terrain.board().families.front();
    return std::ranges::any_of(evidence_.facts(evidence_.states[state], terrain.main()), [&](Fact fact) {
      const Tuple& tuple = evidence_.tuple(fact);
      return std::ranges::any_of(main.contents, [&](std::uint32_t a) { return tuple[a] == value; }) && test(terrain.cell_of(fact));
    });
  }

  // A move that names a piece changes the cell where it stands.
  [[nodiscard]] bool piece_moves(std::uint32_t s, std::size_t constant, const Terrain& terrain) const {
    std::size_t moved = 0;
    for (const MadeAt& made : made_[s]) {
      const StepRecord& step = evidence_.steps[made.step];
      const std::vector<std::uint32_t>& cells = terrain.changed(made.step);
      moved += any_content(terrain, step.before, evidence_.tuple(step.joint[made.role])[constant],
                           [&](std::uint32_t c) { return std::ranges::binary_search(cells, c); })
                   ? 1
                   : 0;
    }
    return !made_[s].empty() && 10 * moved >= 9 * made_[s].size();
  }

  [[nodiscard]] bool in_hand(const Hand& hand, const LegalSample& sample, ValueId value) const {
    const auto record = std::ranges::find(evidence_.families, hand.family, &FamilyRecord::family);
    const auto family = static_cast<std::uint32_t>(record - evidence_.families.begin());
    return std::ranges::any_of(evidence_.facts(evidence_.states[sample.state], family), [&](Fact fact) {
      const Tuple& tuple = evidence_.tuple(fact);
      if (hand.owner && tuple[*hand.owner] != evidence_.role_values[sample.role]) return false;
      const bool slot = hand.slot && tuple[*hand.slot] == value;
      return slot || std::ranges::any_of(hand.item, [&](std::uint32_t a) { return tuple[a] == value; });
    });
  }

  const PlayEvidence& evidence_;
  const RuleLinks& links_;
  Structure& out_;
  mutable std::uint64_t work_ = 0;
  std::vector<Terrain> terrains_;
  std::vector<std::vector<MadeAt>> made_;                 // per shape
  std::vector<std::vector<const LegalSample*>> samples_;  // per shape
};

}  // namespace

void find_move_patterns(const Readings& readings, Structure& out) { PatternFinder(readings, out).run(); }

}  // namespace agon::knowledge::structure
