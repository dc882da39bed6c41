#include "engines/chainer/script.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <utility>

#include "engines/chainer/rows.h"

namespace agon::engines::chainer {
namespace {

constexpr std::size_t kMaxRows = 4'096;  // of one rule
constexpr std::size_t kMaxIndexedRows = 16'384;
constexpr std::size_t kMinGuarded = 8;  // from so many rows on, a precondition gets its own step
constexpr std::uint32_t kMinAny = 3;    // so many rows with one head are grouped
// Costs relative to a row without tests: reading a list element by tables, running a rule, a test of a row.
constexpr double kReadCost = 3;
constexpr double kRuleCost = 10;
constexpr double kTestCost = 0.3;

struct Row {
  std::vector<AtomId> positive, negative;
  AtomId head = kNever;
};

struct TooMany {};

// Enumerates all ground instances that a rule's tables allow.
class RowMaker {
 public:
  RowMaker(const RuleTables& tables, std::size_t limit) : tables_(tables), limit_(limit) {}

  bool run(std::vector<Row>& rows) {
    rows_ = &rows;
    try {
      if (tables_.levels.empty()) emit(tables_.head);
      else level(0, 0);
    } catch (const TooMany&) {
      return false;
    }
    return true;
  }

 private:
  void emit(AtomId head) {
    if (head == kNever) return;
    if (rows_->size() >= limit_) throw TooMany{};
    rows_->push_back({positive_, negative_, head});
  }

  void look(std::size_t steps) {
    steps_ += steps;
    if (steps_ > 16 * limit_ + 4'096) throw TooMany{};
  }

  void level(std::size_t i, std::uint32_t ref) {
    const TableLevel& here = tables_.levels[i];
    switch (here.kind) {
      case TableLevel::Kind::Scan:
        look(here.stride / 8);  // missing entries are skipped quickly, but there may be many
        for (std::uint64_t id = 0; id < here.stride; ++id) {
          const std::int32_t next = here.table[static_cast<std::size_t>(ref * here.stride + id)];
          if (next < 0) continue;
          positive_.push_back(static_cast<AtomId>(here.base + id));
          reached(i, static_cast<std::uint32_t>(next));
          positive_.pop_back();
        }
        break;
      case TableLevel::Kind::Probe:
        for (std::uint32_t e = here.begin[ref]; e < here.begin[ref + 1]; ++e) {
          positive_.push_back(here.edges[e].atom);
          reached(i, here.edges[e].ref);
          positive_.pop_back();
        }
        break;
      case TableLevel::Kind::Expand:
        for (std::uint32_t e = here.begin[ref]; e < here.begin[ref + 1]; ++e) reached(i, here.refs[e]);
        break;
    }
  }

  void reached(std::size_t i, std::uint32_t ref) {
    look(1);
    const TableLevel& here = tables_.levels[i];
    if (here.writes) {
      emit(ref);
      return;
    }
    const AtomId* atoms = here.atoms.data() + std::size_t{ref} * here.row;
    if (here.last && atoms[here.tests] == kNever) return;
    const std::size_t positive = positive_.size();
    const std::size_t negative = negative_.size();
    positive_.insert(positive_.end(), atoms, atoms + here.positive);
    negative_.insert(negative_.end(), atoms + here.positive, atoms + here.tests);  // includes kNever: equal form matters more
    if (here.last) emit(atoms[here.tests]);
    else level(i + 1, ref);
    positive_.resize(positive);
    negative_.resize(negative);
  }

  const RuleTables& tables_;
  std::size_t limit_;
  std::size_t steps_ = 0;
  std::vector<Row>* rows_ = nullptr;
  std::vector<AtomId> positive_, negative_;
};

}  // namespace

class ScriptBuilder {
 public:
  ScriptBuilder(const Program& program, const MoveNumbers& moves, const std::vector<bool>& skipped, Scripts& to)
      : p_(program),
        moves_(moves),
        skipped_(skipped),
        to_(to),
        rows_(program.codes.size()),
        form_(program.codes.size(), Form::Tables) {}

  void run(std::span<const std::pair<std::uint32_t, FrameRule>> frames) {
    for (const auto* blocks : {&p_.state_blocks, &p_.move_blocks}) {
      for (const Block& block : *blocks) {
        if (!whole(block)) choose_rows(block);
      }
    }
    find_listed(frames);
    depth_.assign(p_.flat.relations.size(), 0);
    find_counted();
    to_.state_ = script(p_.state_blocks);
    to_.move_ = script(p_.move_blocks);
  }

 private:
  enum class Form : std::uint8_t { Tables, Rows, Indexed };

  static bool whole(const Block& block) { return !block.deltas.empty() || !block.facts.empty(); }

  // Rows pay where they are not many more than the list elements that would be read, which cost more each; running a rule has a
  // fixed cost too.
  void choose_rows(const Block& block) {
    for (const std::uint32_t code : block.codes) {
      const RuleTables& tables = *p_.codes[code].tables;
      const double affordable = kReadCost * p_.codes[code].plan.predicted + kRuleCost;
      std::vector<Row> rows;
      if (RowMaker(tables, static_cast<std::size_t>(std::min(affordable, static_cast<double>(kMaxRows)))).run(rows)) {
        const bool guarded = !tables.must.empty() && rows.size() >= kMinGuarded;
        if (complete(rows, tables, guarded, kMaxPositive) && cost(rows) <= affordable) {
          form_[code] = Form::Rows;
          rows_[code] = std::move(rows);
          continue;
        }
      }
      if (tables.levels.empty() || tables.levels[0].kind != TableLevel::Kind::Scan || tables.levels[0].fixed) continue;
      rows.clear();
      if (!RowMaker(tables, kMaxIndexedRows).run(rows)) continue;
      const double mean = p_.means[p_.codes[code].rule][p_.codes[code].plan.levels[0].input];
      if (!complete(rows, tables, !tables.must.empty(), kMaxPositive + 1)) continue;
      if (cost(rows) * mean / static_cast<double>(std::max<std::uint64_t>(1, tables.levels[0].stride)) > affordable) continue;
      form_[code] = Form::Indexed;
      rows_[code] = std::move(rows);
    }
  }

  // Adds the preconditions, except for the first where it guards the step. False where a row becomes too long.
  static bool complete(std::vector<Row>& rows, const RuleTables& tables, bool guarded, std::size_t max_positive) {
    for (Row& row : rows) {
      row.positive.insert(row.positive.end(), tables.must.begin() + (guarded ? 1 : 0), tables.must.end());
      row.negative.insert(row.negative.end(), tables.must_not.begin(), tables.must_not.end());
      if (row.positive.size() > max_positive || row.negative.size() > kMaxNegative) return false;
    }
    return true;
  }

  static double cost(const std::vector<Row>& rows) {
    double sum = 0;
    for (const Row& row : rows) sum += 1 + kTestCost * static_cast<double>(row.positive.size() + row.negative.size());
    return sum;
  }

  // Which lists are read: by rules that are not rows, by frames, and for answers. They also serve to clear a large part of the
  // knowledge base.
  void find_listed(std::span<const std::pair<std::uint32_t, FrameRule>> frames) {
    std::vector<bool>& listed = to_.listed_;
    listed.assign(p_.flat.relations.size(), false);
    for (const auto* all : {&p_.flat.next, &p_.flat.legal, &p_.flat.sees}) {
      for (const RelationId r : *all) listed[r] = true;
    }
    if (!KnowledgeBase::wiped(p_.layout, p_.layout.state_begin, p_.layout.move_begin)) {
      for (const RelationId r : p_.state_relations) listed[r] = true;
    }
    if (!KnowledgeBase::wiped(p_.layout, p_.layout.move_begin, p_.layout.atoms)) {
      for (const RelationId r : p_.move_relations) listed[r] = true;
    }
    for (const auto& [code, frame] : frames) frame.for_each_list([&](RelationId r) { listed[r] = true; });
    for (std::uint32_t code = 0; code < p_.codes.size(); ++code) {
      if (skipped_[code] || form_[code] == Form::Rows || !p_.codes[code].tables) continue;
      if (form_[code] == Form::Indexed) {
        listed[p_.codes[code].tables->levels[0].relation] = true;
        continue;
      }
      for (const TableLevel& level : p_.codes[code].tables->levels) {
        if (level.kind == TableLevel::Kind::Scan && !level.fixed) listed[level.relation] = true;
      }
    }
    for (const auto* blocks : {&p_.state_blocks, &p_.move_blocks}) {
      for (const Block& block : *blocks) {
        if (!whole(block)) continue;
        for (const RelationId r : block.relations) listed[r] = true;
      }
    }
  }

  // What tables write has a list even if it is never read, and so have moves.
  void find_counted() {
    std::vector<bool> counted = to_.listed_;
    for (const RelationId r : p_.flat.does) counted[r] = true;
    for (std::uint32_t code = 0; code < p_.codes.size(); ++code) {
      if (!skipped_[code] && form_[code] == Form::Tables) counted[p_.flat.rules[p_.codes[code].rule].head.relation] = true;
    }
    std::ranges::copy_if(p_.state_relations, std::back_inserter(to_.state_counted_), [&](RelationId r) { return counted[r]; });
    std::ranges::copy_if(p_.move_relations, std::back_inserter(to_.move_counted_), [&](RelationId r) { return counted[r]; });
  }

  // Topological order: the depth of a step is one more than that of all it reads.
  enum class Kind : std::uint8_t { Rows, Any, Indexed, Rule, Block };
  static constexpr RelationId kFlagsOnly = kNoRelation;
  struct Key {
    std::uint32_t depth;
    AtomId guard;
    Kind kind;
    std::size_t positive, negative;
    RelationId relation;   // that has a list, or kFlagsOnly
    std::uint32_t number;  // of the list that is read; otherwise separates steps that cannot be merged
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  using Steps = std::map<Key, std::pair<Step, std::vector<AtomId>>>;

  std::vector<Step> script(const std::vector<Block>& blocks) {
    Steps steps;
    std::uint32_t number = 0;
    std::map<Key, std::vector<const Row*>> rows;
    for (const Block& block : blocks) {
      const std::uint32_t depth = depth_of(block);
      if (whole(block)) {
        steps[{depth, kNever, Kind::Block, 0, 0, 0, ++number}].first.block = &block;
        continue;
      }
      for (const std::uint32_t code : block.codes) {
        const RuleTables& tables = *p_.codes[code].tables;
        if (form_[code] == Form::Tables) {
          const AtomId guard = tables.must.empty() ? kNever : tables.must.front();
          steps[{depth, guard, Kind::Rule, 0, 0, 0, ++number}].first.rule = &p_.compact->rule(code);
          continue;
        }
        const bool indexed = form_[code] == Form::Indexed;
        const bool guarded = !tables.must.empty() && (indexed || rows_[code].size() >= kMinGuarded);
        const AtomId guard = guarded ? tables.must.front() : kNever;
        const RelationId relation = to_.listed_[tables.head_relation] ? tables.head_relation : kFlagsOnly;
        const Kind kind = indexed ? Kind::Indexed : Kind::Rows;
        const RelationId index = indexed ? tables.levels[0].relation : 0;
        for (const Row& row : rows_[code])
          rows[{depth, guard, kind, row.positive.size(), row.negative.size(), relation, index}].push_back(&row);
      }
    }
    for (auto& entry : rows) {
      const Key& key = entry.first;
      if (key.relation != kFlagsOnly) {
        // In the order of moves, so that they need no sorting.
        std::ranges::stable_sort(entry.second, {}, [&](const Row* row) { return moves_.rank(key.relation, row->head); });
      }
      if (key.kind == Kind::Indexed) add_indexed(steps, key, entry.second);
      else add_rows(steps, key, entry.second);
    }
    return finish(steps);
  }

  std::uint32_t depth_of(const Block& block) {
    std::uint32_t depth = 0;
    const auto look = [&](std::uint32_t code) {
      for (const FlatLiteral& l : p_.flat.rules[p_.codes[code].rule].body) depth = std::max(depth, depth_[l.relation]);
    };
    for (const std::uint32_t code : block.codes) look(code);
    for (const Block::Delta& delta : block.deltas) look(delta.code);
    for (const RelationId r : block.relations) depth_[r] = depth + 1;
    return depth + 1;
  }

  // Rows in order of creation, except that the rows of a head with many are grouped.
  void add_rows(Steps& steps, Key key, const std::vector<const Row*>& rows) const {
    const Runs& runs = kRuns[key.positive][key.negative];
    const bool listed = key.relation != kFlagsOnly;
    const auto step_of = [&](Kind kind, Step::Run how) -> std::vector<AtomId>& {
      key.kind = kind;
      auto& [step, atoms] = steps[key];
      step.run = how;
      step.relation = key.relation;
      step.base = listed ? p_.layout.base[key.relation] : 0;
      return atoms;
    };
    const auto append = [](std::vector<AtomId>& to, const Row& row) {
      to.insert(to.end(), row.positive.begin(), row.positive.end());
      to.insert(to.end(), row.negative.begin(), row.negative.end());
    };
    absl::flat_hash_map<AtomId, std::vector<const Row*>> by_head;
    for (const Row* row : rows) by_head[row->head].push_back(row);
    for (const Row* row : rows) {
      std::vector<const Row*>& all = by_head[row->head];
      if (all.size() >= kMinAny && key.positive + key.negative > 0) {
        std::vector<AtomId>& atoms = step_of(Kind::Any, listed ? runs.any_listed : runs.any);
        atoms.push_back(row->head);
        atoms.push_back(static_cast<AtomId>(all.size()));
        for (const Row* one : all) append(atoms, *one);
        all.clear();
        all.push_back(nullptr);  // done
      } else if (all.empty() || all.front() != nullptr) {
        std::vector<AtomId>& atoms = step_of(Kind::Rows, listed ? runs.listed : runs.flags);
        append(atoms, *row);
        atoms.push_back(row->head);
      }
    }
  }

  void add_indexed(Steps& steps, const Key& key, std::vector<const Row*>& rows) const {
    const Runs& runs = kRuns[key.positive - 1][key.negative];
    const bool listed = key.relation != kFlagsOnly;
    auto& [step, atoms] = steps[key];
    step.run = listed ? runs.indexed_listed : runs.indexed;
    step.relation = key.relation;
    step.base = listed ? p_.layout.base[key.relation] : 0;
    step.index = key.number;
    step.index_base = p_.layout.base[key.number];
    std::ranges::stable_sort(rows, {}, [](const Row* row) { return row->positive.front(); });
    // First an offset for each instance, then the rows.
    const auto size = static_cast<AtomId>(p_.flat.relations[key.number].size);
    auto row = rows.begin();
    const auto width = static_cast<AtomId>(key.positive + key.negative);
    for (AtomId id = 0; id <= size; ++id) {
      atoms.push_back(static_cast<AtomId>(row - rows.begin()) * width);
      while (row != rows.end() && (*row)->positive.front() == step.index_base + id) ++row;
    }
    for (const Row* one : rows) {
      atoms.insert(atoms.end(), one->positive.begin() + 1, one->positive.end());
      atoms.insert(atoms.end(), one->negative.begin(), one->negative.end());
      atoms.push_back(one->head);
    }
  }

  std::vector<Step> finish(Steps& steps) {
    std::vector<Step> result;
    for (auto& [key, made] : steps) {
      Step& step = result.emplace_back(made.first);
      step.guard = key.guard;
      if (step.run == nullptr) continue;
      const std::vector<AtomId>& rows = to_.rows_.emplace_back(std::move(made.second));
      step.begin = rows.data();
      step.rows = rows.data() + (key.kind == Kind::Indexed ? p_.flat.relations[key.number].size + 1 : 0);
      step.end = rows.data() + rows.size();
    }
    for (std::size_t i = result.size(); i-- > 1;) {
      if (result[i - 1].guard == result[i].guard) result[i - 1].skip = result[i].skip + 1;
    }
    return result;
  }

  const Program& p_;
  const MoveNumbers& moves_;
  const std::vector<bool>& skipped_;
  Scripts& to_;
  std::vector<std::vector<Row>> rows_;  // per code
  std::vector<Form> form_;              // per code
  std::vector<std::uint32_t> depth_;    // per relation
};

Scripts::Scripts(const Program& program, const MoveNumbers& moves, const std::vector<bool>& skipped,
                 std::span<const std::pair<std::uint32_t, FrameRule>> frames) {
  ScriptBuilder(program, moves, skipped, *this).run(frames);
}

}  // namespace agon::engines::chainer
