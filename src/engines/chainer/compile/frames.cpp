#include "engines/chainer/compile/frames.h"

#include <algorithm>
#include <numeric>

namespace agon::engines::chainer {
namespace {

constexpr std::uint64_t kMaxWork = 400'000;  // combinations of values enumerated for one rule

constexpr double kFixedCost = 4;  // of running a rule by its tables, in list elements read

struct TooMuch {};

}  // namespace

class FrameBuilder {
 public:
  FrameBuilder(const Program& program, std::uint32_t rule, RelationId fluents, std::uint64_t begin)
      : p_(program),
        flat_(program.flat),
        rule_(program.flat.rules[rule]),
        means_(program.means[rule]),
        fluents_(flat_.relations[fluents]),
        begin_(begin),
        inner_(rule_.variables, false),
        values_(rule_.variables, kUnknown) {}

  std::optional<FrameRule> run(RelationId fluents) {
    for (const Arg a : rule_.head.args) {
      if (a.variable) inner_[a.id] = true;
    }
    const auto frame = std::ranges::find_if(
        rule_.body, [&](const FlatLiteral& l) { return !l.negated && l.relation == fluents && l.args == rule_.head.args; });
    if (frame == rule_.body.end()) return std::nullopt;
    frame_ = static_cast<std::size_t>(frame - rule_.body.begin());
    try {
      if (!group() || !build()) return std::nullopt;
    } catch (const TooMuch&) {
      return std::nullopt;
    }
    return std::move(result_);
  }

 private:
  static constexpr LexId kUnknown = 0xffffffff;

  [[nodiscard]] bool fixed(const FlatLiteral& l) const { return !p_.layout.stored(l.relation); }

  template <class Visit>
  static void for_each_variable(const FlatLiteral& l, Visit&& visit) {
    for (const Arg a : l.args) {
      if (a.variable) visit(a.id);
    }
  }
  template <class Visit>
  static void for_each_variable(const Unequal& u, Visit&& visit) {
    for (const auto& [a, b] : u.pairs) {
      if (a.variable) visit(a.id);
      if (b.variable) visit(b.id);
    }
  }

  // Conditions that share a variable outside the head form a group. A group may have one condition that depends on the state: with
  // two, the passing fluents would depend on pairs of instances.
  struct Group {
    std::int64_t moving = -1;  // index into the body
    std::vector<const FlatLiteral*> known;
    std::vector<const Unequal*> unequal;
    std::vector<VariableId> variables;  // all of them
  };

  bool group() {
    const std::size_t n = rule_.body.size();
    std::vector<std::size_t> part(n + rule_.unequal.size());
    std::iota(part.begin(), part.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
      while (part[i] != i) i = part[i];
      return i;
    };
    std::vector<std::size_t> owner(rule_.variables, part.size());
    const auto link = [&](std::size_t i, VariableId v) {
      if (inner_[v]) return;
      if (owner[v] == part.size()) owner[v] = i;
      else part[find(i)] = find(owner[v]);
    };
    for (std::size_t i = 0; i < n; ++i) {
      for_each_variable(rule_.body[i], [&](VariableId v) { link(i, v); });
    }
    for (std::size_t i = 0; i < rule_.unequal.size(); ++i) {
      for_each_variable(rule_.unequal[i], [&](VariableId v) { link(n + i, v); });
    }
    std::vector<std::int64_t> number(part.size(), -1);
    const auto group_of = [&](std::size_t i) -> Group& {
      std::int64_t& g = number[find(i)];
      if (g < 0) {
        g = static_cast<std::int64_t>(groups_.size());
        groups_.emplace_back();
      }
      return groups_[static_cast<std::size_t>(g)];
    };
    for (std::size_t i = 0; i < n; ++i) {
      const FlatLiteral& literal = rule_.body[i];
      if (i == frame_) continue;
      Group& group = group_of(i);
      for_each_variable(literal, [&](VariableId v) { group.variables.push_back(v); });
      if (fixed(literal)) {
        p_.facts->prepare(literal.relation);
        group.known.push_back(&literal);
        continue;
      }
      if (group.moving >= 0 || !p_.layout.dense(literal.relation)) return false;
      group.moving = static_cast<std::int64_t>(i);
    }
    for (std::size_t i = 0; i < rule_.unequal.size(); ++i) {
      Group& group = group_of(n + i);
      group.unequal.push_back(&rule_.unequal[i]);
      for_each_variable(rule_.unequal[i], [&](VariableId v) { group.variables.push_back(v); });
    }
    for (Group& g : groups_) {
      std::ranges::sort(g.variables);
      g.variables.erase(std::unique(g.variables.begin(), g.variables.end()), g.variables.end());
      // A negated condition must be decided by the fluent alone.
      if (g.moving >= 0 && rule_.body[static_cast<std::size_t>(g.moving)].negated &&
          std::ranges::any_of(g.variables, [&](VariableId v) { return !inner_[v]; }))
        return false;
    }
    return true;
  }

  bool build() {
    result_.first_ = static_cast<std::uint32_t>(begin_ / 64);
    result_.mask_.assign((begin_ + fluents_.size + 63) / 64 - result_.first_, 0);
    for (const Group& g : groups_) {  // long lists rule it out at once
      if (g.moving >= 0 && means_[static_cast<std::size_t>(g.moving)] > means_[frame_] + kFixedCost) return false;
    }
    find_mask();
    double cost = static_cast<double>(result_.mask_.size()) / 2;
    for (const bool negated : {false, true}) {
      for (const Group& g : groups_) {
        if (g.moving < 0 || rule_.body[static_cast<std::size_t>(g.moving)].negated != negated) continue;
        const FlatLiteral& literal = rule_.body[static_cast<std::size_t>(g.moving)];
        if (literal.args.empty() || std::ranges::none_of(literal.args, [](Arg a) { return a.variable; })) {
          if (!add_precondition(literal)) return false;
          continue;
        }
        add_part(g, literal);
        const FrameRule::Part& part = result_.parts_.back();
        const double cells =
            static_cast<double>(part.cells.size()) / static_cast<double>(std::max<std::size_t>(1, part.begin.size()));
        cost +=
            means_[static_cast<std::size_t>(g.moving)] * (1 + cells) + (negated ? 0.0 : static_cast<double>(result_.mask_.size()));
      }
    }
    return cost <= means_[frame_] + kFixedCost;
  }

  // Fluents that pass all static conditions.
  void find_mask() {
    std::vector<VariableId> variables;
    for (const Arg a : rule_.head.args) {
      if (a.variable && std::ranges::find(variables, a.id) == variables.end()) variables.push_back(a.id);
    }
    enumerate(variables, 0, [&] {
      const std::int64_t f = fluent();
      if (f < 0) return;
      for (const Group& g : groups_) {
        if (g.moving < 0 && !passes(g)) return;
      }
      const std::uint64_t n = begin_ + static_cast<std::uint64_t>(f);
      result_.mask_[n / 64 - result_.first_] |= std::uint64_t{1} << (n % 64);
    });
  }

  bool add_precondition(const FlatLiteral& literal) {
    const std::int64_t id = instance(literal);
    if (id < 0) return literal.negated;
    (literal.negated ? result_.must_not_ : result_.must_)
        .push_back(static_cast<AtomId>(p_.layout.base[literal.relation] + static_cast<std::uint64_t>(id)));
    return true;
  }

  void add_part(const Group& group, const FlatLiteral& literal) {
    const Relation& relation = flat_.relations[literal.relation];
    FrameRule::Part& part = result_.parts_.emplace_back();
    part.relation = literal.relation;
    part.base = p_.layout.base[literal.relation];
    part.negated = literal.negated;
    std::vector<LexId> leaves(relation.arity);
    std::vector<std::uint64_t> bits(result_.mask_.size());
    for (std::uint64_t id = 0; id < relation.size; ++id) {
      part.begin.push_back(static_cast<std::uint32_t>(part.cells.size()));
      relation.decode(id, leaves.data());
      if (bind(literal, leaves)) {
        std::ranges::fill(bits, 0);
        std::vector<VariableId> open;
        for (const Arg a : rule_.head.args) {
          if (a.variable && values_[a.id] == kUnknown && std::ranges::find(open, a.id) == open.end()) open.push_back(a.id);
        }
        enumerate(open, 0, [&] {
          const std::int64_t f = fluent();
          if (f < 0 || !passes(group)) return;
          const std::uint64_t n = begin_ + static_cast<std::uint64_t>(f);
          bits[n / 64 - result_.first_] |= std::uint64_t{1} << (n % 64);
        });
        for (std::size_t w = 0; w < bits.size(); ++w) {
          if ((bits[w] & result_.mask_[w]) != 0) part.cells.push_back({static_cast<std::uint32_t>(w), bits[w]});
        }
      }
      std::ranges::fill(values_, kUnknown);
    }
    part.begin.push_back(static_cast<std::uint32_t>(part.cells.size()));
  }

  bool bind(const FlatLiteral& literal, const std::vector<LexId>& leaves) {
    work();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Arg a = literal.args[i];
      if (!a.variable) {
        if (a.id != leaves[i]) return false;
        continue;
      }
      if (values_[a.id] != kUnknown && values_[a.id] != leaves[i]) return false;
      values_[a.id] = leaves[i];
    }
    return true;
  }

  // Is there a binding for the unbound variables?
  bool passes(const Group& group) {
    for (const VariableId v : group.variables) {
      if (values_[v] != kUnknown) continue;
      bool found = false;
      for (const LexId value : rule_.domains[v]) {
        values_[v] = value;
        found = passes(group);
        if (found) break;
      }
      values_[v] = kUnknown;
      return found;
    }
    work();
    const auto value = [&](Arg a) { return a.variable ? values_[a.id] : a.id; };
    for (const Unequal* u : group.unequal) {
      if (std::ranges::none_of(u->pairs, [&](const auto& p) { return value(p.first) != value(p.second); })) return false;
    }
    return std::ranges::all_of(group.known, [&](const FlatLiteral* l) {
      leaves_.clear();
      for (const Arg a : l->args) leaves_.push_back(value(a));
      return p_.facts->contains(l->relation, leaves_.data()) != l->negated;
    });
  }

  template <class Visit>
  void enumerate(const std::vector<VariableId>& variables, std::size_t n, Visit&& visit) {
    if (n == variables.size()) {
      work();
      visit();
      return;
    }
    for (const LexId value : rule_.domains[variables[n]]) {
      values_[variables[n]] = value;
      enumerate(variables, n + 1, visit);
    }
    values_[variables[n]] = kUnknown;
  }

  std::int64_t fluent() { return instance(rule_.body[frame_]); }
  std::int64_t instance(const FlatLiteral& literal) {
    leaves_.clear();
    for (const Arg a : literal.args) leaves_.push_back(a.variable ? values_[a.id] : a.id);
    return flat_.relations[literal.relation].encode(leaves_.data());
  }

  void work() {
    if (++work_ > kMaxWork) throw TooMuch{};
  }

  const Program& p_;
  const FlatProgram& flat_;
  const FlatRule& rule_;
  const std::vector<double>& means_;
  const Relation& fluents_;
  std::uint64_t begin_;
  std::size_t frame_ = 0;    // the literal that names the fluent
  std::vector<bool> inner_;  // per variable: occurs in the fluent
  std::vector<LexId> values_, leaves_;
  std::vector<Group> groups_;
  std::uint64_t work_ = 0;
  FrameRule result_;
};

std::optional<FrameRule> FrameRule::make(const Program& program, std::uint32_t rule, RelationId fluents, std::uint64_t begin) {
  return FrameBuilder(program, rule, fluents, begin).run(fluents);
}

std::uint64_t FrameRule::run(const KnowledgeBase& kb, const std::uint64_t* state, std::uint64_t* next,
                             std::uint64_t* buffer) const {
  for (const AtomId atom : must_) {
    if (!kb.holds(atom)) return 0;
  }
  for (const AtomId atom : must_not_) {
    if (kb.holds(atom)) return 0;
  }
  const std::size_t words = mask_.size();
  state += first_;
  next += first_;
  for (std::size_t w = 0; w < words; ++w) buffer[w] = state[w] & mask_[w];
  std::uint64_t reads = 0;
  for (const Part& part : parts_) {
    const AtomId* list = kb.list(part.relation);
    const std::uint32_t count = kb.count(part.relation);
    reads += count;
    if (part.negated) {
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t id = list[i] - part.base;
        for (std::uint32_t c = part.begin[id]; c < part.begin[id + 1]; ++c) buffer[part.cells[c].word] &= ~part.cells[c].bits;
      }
      continue;
    }
    std::uint64_t* pass = buffer + words;
    std::fill_n(pass, words, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t id = list[i] - part.base;
      for (std::uint32_t c = part.begin[id]; c < part.begin[id + 1]; ++c) pass[part.cells[c].word] |= part.cells[c].bits;
    }
    for (std::size_t w = 0; w < words; ++w) buffer[w] &= pass[w];
  }
  for (std::size_t w = 0; w < words; ++w) next[w] |= buffer[w];
  return reads;
}

std::size_t FrameRule::bytes() const {
  std::size_t sum = 4 * (must_.size() + must_not_.size()) + 8 * mask_.size();
  for (const Part& part : parts_) sum += 4 * part.begin.size() + sizeof(Cell) * part.cells.size();
  return sum;
}

}  // namespace agon::engines::chainer
