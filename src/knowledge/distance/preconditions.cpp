#include "knowledge/distance/preconditions.h"

#include <algorithm>

#include "base/scc.h"

namespace agon::knowledge {

namespace {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

constexpr std::uint32_t kChecked = 1U << 12U;  // atoms between two questions to the budget

// The ground program, seen from the conditions that a state must fulfil.
class Regression {
 public:
  explicit Regression(const GroundProgram& program)
      : program_(program),
        fluents_(static_cast<std::uint32_t>(program.fluents.size())),
        base_(static_cast<std::uint32_t>(program.base_count())),
        rule_begin_(program.atom_count + 1, 0) {
    for (const AtomId head : program.heads) ++rule_begin_[head + 1];
    for (AtomId a = 0; a < program.atom_count; ++a) rule_begin_[a + 1] += rule_begin_[a];
  }

  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rules_of(AtomId atom) const {
    return {rule_begin_[atom], rule_begin_[atom + 1]};
  }
  // `legal` for `does`; any other positive condition as it is. May be kAlways or kNever.
  [[nodiscard]] AtomId condition(AtomId atom) const {
    return atom >= fluents_ && atom < base_ ? program_.legal[atom - fluents_] : atom;
  }
  [[nodiscard]] bool derived(AtomId atom) const { return atom >= base_ && atom < ground::kAlways; }

  // The derived atoms that `next` depends on, ascending; empty when the budget ended.
  [[nodiscard]] std::vector<AtomId> cone(const Exhausted& exhausted) const {
    std::vector<bool> seen(program_.atom_count, false);
    std::vector<AtomId> open;
    const auto meet = [&](AtomId atom) {
      if (!derived(atom) || seen[atom]) return;
      seen[atom] = true;
      open.push_back(atom);
    };
    for (const AtomId atom : program_.next) meet(condition(atom));
    std::vector<AtomId> all;
    while (!open.empty()) {
      const AtomId atom = open.back();
      open.pop_back();
      all.push_back(atom);
      if (all.size() % kChecked == 0 && exhausted(bytes() + all.size() * sizeof(AtomId))) return {};
      const auto [first, last] = rules_of(atom);
      for (std::uint32_t rule = first; rule < last; ++rule) {
        for (const GroundLiteral lit : program_.body(rule)) {
          if (!lit.negated()) meet(condition(lit.atom()));
        }
      }
    }
    std::ranges::sort(all);
    return all;
  }
  [[nodiscard]] std::size_t bytes() const { return rule_begin_.size() * sizeof(std::uint32_t) + program_.atom_count / 8; }

 private:
  const GroundProgram& program_;
  std::uint32_t fluents_;
  std::uint32_t base_;
  std::vector<std::uint32_t> rule_begin_;
};

// Decides which rule bodies no reachable state fulfils, from the fluents that each derived atom cannot do without.
class Satisfiable {
 public:
  Satisfiable(const GroundProgram& program, std::span<const circuit::Group> groups)
      : program_(program),
        groups_of_(groups.empty() ? 0 : program.fluents.size()),
        move_of_role_(program.info.role_count(), kNoMove),
        needed_at_(program.fluents.size(), 0),
        group_at_(groups.size(), 0) {
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
      for (const std::uint32_t fluent : groups[g].fluents) groups_of_[fluent].push_back(g);
    }
    needed_by_.resize(program.atom_count);
  }

  // `conditions`: the positive ones, regressed. Leaves the fluents that the body needs in `needed()`.
  [[nodiscard]] bool possible(std::uint32_t rule, std::span<const AtomId> conditions) {
    std::ranges::fill(move_of_role_, kNoMove);
    ++stamp_;
    needed_.clear();
    const auto fluents = static_cast<AtomId>(program_.fluents.size());
    for (const GroundLiteral lit : program_.body(rule)) {
      const AtomId atom = lit.atom();
      if (lit.negated() || atom < fluents || atom >= program_.base_count()) continue;
      std::uint32_t& made = move_of_role_[program_.moves[atom - fluents].role.index()];
      if (made != kNoMove && made != atom) return false;
      made = atom;
    }
    for (const AtomId atom : conditions) {
      if (atom < fluents) {
        if (!need(atom)) return false;
      } else {
        for (const std::uint32_t fluent : needed_by_[atom]) {
          if (!need(fluent)) return false;
        }
      }
    }
    return std::ranges::none_of(program_.body(rule), [&](GroundLiteral lit) {
      return lit.negated() && lit.atom() < fluents && needed_at_[lit.atom()] == stamp_;
    });
  }
  [[nodiscard]] const std::vector<std::uint32_t>& needed() const { return needed_; }

  // What all ways of an atom need, from the way seen last.
  void meet_way(AtomId atom, bool first) {
    std::vector<std::uint32_t>& all = needed_by_[atom];
    if (first) {
      all.assign(needed_.begin(), needed_.begin() + static_cast<std::ptrdiff_t>(std::min(needed_.size(), kNeeded)));
    } else {
      std::erase_if(all, [&](std::uint32_t fluent) { return needed_at_[fluent] != stamp_; });
    }
  }
  void forget(AtomId atom) { needed_by_[atom].clear(); }

 private:
  static constexpr std::uint32_t kNoMove = 0xffffffff;
  static constexpr std::size_t kNeeded = 16;  // any subset of what is needed is right; more costs more than it finds

  bool need(std::uint32_t fluent) {
    if (needed_at_[fluent] == stamp_) return true;
    needed_at_[fluent] = stamp_;
    needed_.push_back(fluent);
    if (groups_of_.empty()) return true;
    for (const std::uint32_t group : groups_of_[fluent]) {
      if (group_at_[group] == stamp_) return false;
      group_at_[group] = stamp_;
    }
    return true;
  }

  const GroundProgram& program_;
  std::vector<std::vector<std::uint32_t>> groups_of_;  // of each fluent
  std::vector<std::vector<std::uint32_t>> needed_by_;  // per atom: fluents that hold whenever it does
  std::vector<std::uint32_t> move_of_role_;
  std::vector<std::uint32_t> needed_;
  std::vector<std::uint64_t> needed_at_, group_at_;  // the stamp under which a fluent or a group was met
  std::uint64_t stamp_ = 0;
};

}  // namespace

std::optional<Preconditions> Preconditions::create(const GroundProgram& program, std::span<const circuit::Group> groups,
                                                   const Exhausted& exhausted) {
  Preconditions out;
  out.fluent_count_ = static_cast<std::uint32_t>(program.fluents.size());
  const Regression regression(program);
  const std::vector<AtomId> cone = regression.cone(exhausted);
  // Per atom: its place, its number and the list of what it needs; per atom of the cone: the search for cycles.
  const std::size_t frame = regression.bytes() + std::size_t{program.atom_count} * 32 + cone.size() * 64;
  if (exhausted(frame)) return std::nullopt;

  // Dependencies inside the cone, in compressed sparse rows.
  std::vector<std::uint32_t> place(program.atom_count, 0);
  for (std::uint32_t i = 0; i < cone.size(); ++i) place[cone[i]] = i;
  std::vector<std::uint32_t> uses_begin{0};
  BigVector<std::uint32_t> uses;
  for (const AtomId atom : cone) {
    const auto start = static_cast<std::ptrdiff_t>(uses.size());
    const auto [first, last] = regression.rules_of(atom);
    for (std::uint32_t rule = first; rule < last; ++rule) {
      for (const GroundLiteral lit : program.body(rule)) {
        if (lit.negated()) continue;
        if (const AtomId condition = regression.condition(lit.atom()); regression.derived(condition))
          uses.push_back(place[condition]);
      }
    }
    std::sort(uses.begin() + start, uses.end());
    uses.erase(std::unique(uses.begin() + start, uses.end()), uses.end());
    uses_begin.push_back(static_cast<std::uint32_t>(uses.size()));
    if (uses_begin.size() % kChecked == 0 && exhausted(frame + uses.size() * sizeof(std::uint32_t))) return std::nullopt;
  }
  const Components components = strongly_connected(static_cast<std::uint32_t>(cone.size()), [&](std::uint32_t v) {
    return std::span(uses).subspan(uses_begin[v], uses_begin[v + 1] - uses_begin[v]);
  });
  std::vector<std::uint32_t> order(cone.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return components.of[a] != components.of[b] ? components.of[a] < components.of[b] : a < b;
  });
  std::vector<std::uint32_t> node_of(program.atom_count, 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) node_of[cone[order[i]]] = out.fluent_count_ + i;

  Satisfiable satisfiable(program, groups);
  std::vector<bool> never(out.fluent_count_, false);  // of the nodes that are done: no way is left
  std::vector<AtomId> conditions;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const AtomId atom = cone[order[i]];
    const bool cyclic = components.cyclic[order[i]];
    const std::uint32_t ways_before = out.way_count();
    const auto [first, last] = regression.rules_of(atom);
    for (std::uint32_t rule = first; rule < last; ++rule) {
      conditions.clear();
      bool possible = true;
      for (const GroundLiteral lit : program.body(rule)) {
        if (lit.negated()) continue;
        const AtomId condition = regression.condition(lit.atom());
        if (condition == ground::kAlways) continue;
        if (condition == ground::kNever) possible = false;
        else if (regression.derived(condition) && node_of[condition] < never.size() && never[node_of[condition]]) possible = false;
        else conditions.push_back(condition);
      }
      if (!possible || !satisfiable.possible(rule, conditions)) {
        ++out.impossible_;
        continue;
      }
      if (!cyclic) satisfiable.meet_way(atom, out.way_count() == ways_before);
      for (AtomId& condition : conditions) {
        if (condition >= out.fluent_count_) condition = node_of[condition];
      }
      std::ranges::sort(conditions);
      conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
      out.conditions_.insert(out.conditions_.end(), conditions.begin(), conditions.end());
      out.condition_begin_.push_back(static_cast<std::uint32_t>(out.conditions_.size()));
    }
    if (cyclic) satisfiable.forget(atom);
    out.way_begin_.push_back(out.way_count());
    never.push_back(out.way_count() == ways_before);
    out.cycle_.push_back(cyclic ? components.of[order[i]] + 1 : 0);
    if (i % kChecked == 0 && exhausted(frame + out.bytes())) return std::nullopt;
  }

  out.next_.reserve(program.next.size());
  for (std::uint32_t fluent = 0; fluent < program.next.size(); ++fluent) {
    const AtomId atom = regression.condition(program.next[fluent]);
    out.next_.push_back(regression.derived(atom) ? node_of[atom] : atom);
  }
  return out;
}

std::size_t Preconditions::bytes() const {
  return sizeof(std::uint32_t) * (next_.size() + way_begin_.size() + cycle_.size() + condition_begin_.size() + conditions_.size());
}

}  // namespace agon::knowledge
