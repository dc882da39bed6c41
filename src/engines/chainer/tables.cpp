#include "engines/chainer/tables.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include <algorithm>

#include "base/assert.h"

namespace agon::engines::chainer {
namespace {

using ground::Lifetime;

struct TooLarge {};

class Builder {
 public:
  Builder(const FlatProgram& program, const FlatRule& rule, const Plan& plan, std::span<const double> means,
          const OrderOptions& options, const Layout& layout, StaticFacts& facts, const TableBudget& budget)
      : program_(program),
        rule_(rule),
        plan_(plan),
        means_(means),
        options_(options),
        layout_(layout),
        facts_(facts),
        budget_(budget),
        values_(rule.variables, 0) {}

  RuleTables run(bool scan_first) {
    for (const FlatLiteral& literal : rule_.body) {
      if (layout_.stored(literal.relation) && !layout_.dense(literal.relation)) throw TooLarge{};
      if (!layout_.stored(literal.relation)) facts_.prepare(literal.relation);
    }
    if (!layout_.dense(rule_.head.relation)) throw TooLarge{};
    result_.head_relation = rule_.head.relation;
    result_.head_base = layout_.base[rule_.head.relation];
    if (!preconditions()) {
      result_.never = true;
      return std::move(result_);
    }
    find_live();
    refs_ = 1;
    tuples_.clear();
    for (std::size_t i = 0; i < plan_.levels.size(); ++i) {
      level(i, scan_first && i == 0);
      if (refs_ == 0) {
        result_.never = true;
        return std::move(result_);
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool fixed(const FlatLiteral& l) const { return !layout_.stored(l.relation); }
  [[nodiscard]] LexId value(Arg a) const { return a.variable ? values_[a.id] : a.id; }

  // The instance of a literal under the current bindings; -1 outside the domains.
  [[nodiscard]] std::int64_t instance(const FlatLiteral& literal) {
    const Relation& relation = program_.relations[literal.relation];
    if (!relation.possible) return -1;
    leaves_.resize(literal.args.size());
    for (std::size_t i = 0; i < literal.args.size(); ++i) leaves_[i] = value(literal.args[i]);
    return relation.encode(leaves_.data());
  }
  [[nodiscard]] bool holds_for_ever(const FlatLiteral& literal) {
    leaves_.resize(literal.args.size());
    for (std::size_t i = 0; i < literal.args.size(); ++i) leaves_[i] = value(literal.args[i]);
    return facts_.contains(literal.relation, leaves_.data());
  }

  bool preconditions() {
    for (const std::uint32_t i : plan_.preconditions) {
      const FlatLiteral& literal = rule_.body[i];
      if (fixed(literal)) {
        if (holds_for_ever(literal) == literal.negated) return false;
        continue;
      }
      const std::int64_t id = instance(literal);
      if (id < 0 && !literal.negated) return false;
      if (id < 0) continue;  // outside its domains: never holds
      (literal.negated ? result_.must_not : result_.must)
          .push_back(static_cast<AtomId>(layout_.base[literal.relation] + static_cast<std::uint64_t>(id)));
    }
    return true;
  }

  // Liveness: live_[i] are the variables that a reference number of level i stands for, those that its tests and everything later
  // read. The paper keeps them all.
  void find_live() {
    const std::size_t n = plan_.levels.size();
    live_.assign(n, {});
    std::vector<bool> needed(rule_.variables, false);
    const auto need = [&](const std::vector<Arg>& args) {
      for (const Arg a : args) {
        if (a.variable) needed[a.id] = true;
      }
    };
    need(rule_.head.args);
    std::vector<std::vector<bool>> bound(n, std::vector<bool>(rule_.variables, false));
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) bound[i] = bound[i - 1];
      for (const VariableId v : plan_.levels[i].fresh) bound[i][v] = true;
    }
    for (std::size_t i = n; i-- > 0;) {
      for (const std::uint32_t t : plan_.levels[i].tests) {
        if (!fixed(rule_.body[t])) need(rule_.body[t].args);
      }
      for (VariableId v = 0; v < rule_.variables; ++v) {
        if (bound[i][v] && (needed[v] || options_.faithful)) live_[i].push_back(v);
      }
      // What the input of this level reads must be live before it.
      need(rule_.body[plan_.levels[i].input].args);
      for (const std::uint32_t t : plan_.levels[i].tests) need(rule_.body[t].args);
      for (const std::uint32_t u : plan_.levels[i].unequal) {
        for (const auto& [a, b] : rule_.unequal[u].pairs) need({a, b});
      }
    }
  }

  // ---- one level ----

  void level(std::size_t i, bool must_scan) {
    const PlanLevel& from = plan_.levels[i];
    const FlatLiteral& input = rule_.body[from.input];
    TableLevel& to = result_.levels.emplace_back();
    level_ = i;
    input_ = &input;
    to_ = &to;
    start_numbers();
    choose_kind(from, input, must_scan);
    split_tests(from);
    if (to.kind != TableLevel::Kind::Scan) to.begin.push_back(0);

    std::vector<LexId> before = std::move(tuples_);
    tuples_ = {};
    const std::vector<VariableId>* known = i > 0 ? &live_[i - 1] : nullptr;
    const std::size_t width = known != nullptr ? known->size() : 0;
    const std::uint32_t refs = refs_;
    refs_ = 0;
    for (std::uint32_t ref = 0; ref < refs; ++ref) {
      for (std::size_t k = 0; k < width; ++k) values_[(*known)[k]] = before[ref * width + k];
      ref_ = ref;
      if (index_ != nullptr) extend_by_facts();
      else extend_by_values(0);
      if (to.kind == TableLevel::Kind::Probe) to.begin.push_back(static_cast<std::uint32_t>(to.edges.size()));
      if (to.kind == TableLevel::Kind::Expand) to.begin.push_back(static_cast<std::uint32_t>(to.refs.size()));
    }
    numbers_.clear();
  }

  void choose_kind(const PlanLevel& from, const FlatLiteral& input, bool must_scan) {
    const Relation& relation = program_.relations[input.relation];
    TableLevel& to = *to_;
    to.relation = input.relation;
    to.stride = relation.size;
    index_ = nullptr;
    double candidates = 1;
    for (const VariableId v : from.fresh) candidates *= static_cast<double>(rule_.domains[v].size());
    const double scan_bytes = 4.0 * refs_ * static_cast<double>(relation.size);
    if (fixed(input)) {
      std::vector<std::uint32_t> key;
      for (std::uint32_t a = 0; a < input.args.size(); ++a) {
        const Arg arg = input.args[a];
        if (!arg.variable || std::ranges::find(from.fresh, arg.id) == from.fresh.end()) key.push_back(a);
      }
      index_ = &facts_.index(input.relation, key);
      to.kind = options_.faithful ? TableLevel::Kind::Scan : TableLevel::Kind::Expand;
      to.fixed = true;
    } else {
      const bool short_list = means_[from.input] < 0.7 * candidates;
      to.kind = options_.faithful || must_scan || short_list ? TableLevel::Kind::Scan : TableLevel::Kind::Probe;
      to.base = layout_.base[input.relation];
      // A list that is read many times needs a row for each reference number; where that does not fit, probing may.
      if (to.kind == TableLevel::Kind::Scan && !must_scan && !options_.faithful && refs_ > 1 &&
          scan_bytes > 0.25 * static_cast<double>(budget_.bytes))
        to.kind = TableLevel::Kind::Probe;
      if (candidates * refs_ * (to.kind == TableLevel::Kind::Probe ? 8 : 1) > static_cast<double>(budget_.bytes)) throw TooLarge{};
    }
    if (to.kind != TableLevel::Kind::Scan) return;
    if (static_cast<double>(used_) + scan_bytes > static_cast<double>(budget_.bytes)) throw TooLarge{};
    to.table.assign(static_cast<std::size_t>(refs_ * relation.size), -1);
    spend(to.table.size() * 4);
    if (!to.fixed) return;
    const auto count = static_cast<std::uint32_t>(program_.fact_count(input.relation));
    for (std::uint32_t row = 0; row < count; ++row)
      to.fixed_list.push_back(static_cast<AtomId>(relation.encode(facts_.row(input.relation, row))));
    spend(to.fixed_list.size() * 4);
  }

  void split_tests(const PlanLevel& from) {
    fixed_tests_.clear();
    atom_tests_.clear();
    for (const std::uint32_t t : from.tests) {
      if (fixed(rule_.body[t])) fixed_tests_.push_back(&rule_.body[t]);
      else if (!rule_.body[t].negated) atom_tests_.push_back(&rule_.body[t]);
    }
    to_->positive = static_cast<std::uint32_t>(atom_tests_.size());
    for (const std::uint32_t t : from.tests) {
      if (!fixed(rule_.body[t]) && rule_.body[t].negated) atom_tests_.push_back(&rule_.body[t]);
    }
    to_->tests = static_cast<std::uint32_t>(atom_tests_.size());
    to_->row = to_->tests;
    unequal_ = &from.unequal;
  }

  void extend_by_facts() {
    key_.resize(input_->args.size());
    for (const std::uint32_t a : index_->places) key_[a] = value(input_->args[a]);
    for (const std::uint32_t row : facts_.rows(input_->relation, *index_, key_.data())) {
      const LexId* leaves = facts_.row(input_->relation, row);
      bool fits = true;
      for (std::size_t a = 0; a < input_->args.size(); ++a) {  // the last occurrence of a fresh variable wins ...
        if (input_->args[a].variable) values_[input_->args[a].id] = leaves[a];
      }
      for (std::size_t a = 0; fits && a < input_->args.size(); ++a)
        fits = value(input_->args[a]) == leaves[a];  // ... all must agree
      for (const VariableId v : plan_.levels[level_].fresh) fits = fits && std::ranges::binary_search(rule_.domains[v], values_[v]);
      if (fits) extension();
    }
  }

  void extend_by_values(std::size_t n) {
    const std::vector<VariableId>& fresh = plan_.levels[level_].fresh;
    if (n == fresh.size()) {
      extension();
      return;
    }
    for (const LexId v : rule_.domains[fresh[n]]) {
      values_[fresh[n]] = v;
      extend_by_values(n + 1);
    }
  }

  // The current bindings extend reference number ref_.
  void extension() {
    if ((++work_ & 0xffffU) == 0 && budget_.deadline != nullptr && budget_.deadline->passed()) throw TooLarge{};
    for (const std::uint32_t u : *unequal_) {
      const auto& pairs = rule_.unequal[u].pairs;
      if (std::ranges::none_of(pairs, [&](const auto& p) { return value(p.first) != value(p.second); })) return;
    }
    for (const FlatLiteral* test : fixed_tests_) {
      if (holds_for_ever(*test) == test->negated) return;
    }
    const std::int64_t id = instance(*input_);
    if (id < 0) return;
    atoms_.clear();
    for (const FlatLiteral* test : atom_tests_) {
      const std::int64_t atom = instance(*test);
      if (atom < 0 && !test->negated) return;
      atoms_.push_back(atom < 0 ? kNever : static_cast<AtomId>(layout_.base[test->relation] + static_cast<std::uint64_t>(atom)));
    }
    const std::uint32_t ref = number();
    switch (to_->kind) {
      case TableLevel::Kind::Scan:
        to_->table[static_cast<std::size_t>(std::uint64_t{ref_} * to_->stride + static_cast<std::uint64_t>(id))] =
            static_cast<std::int32_t>(ref);
        break;
      case TableLevel::Kind::Probe:
        spend(8);
        to_->edges.push_back({static_cast<AtomId>(to_->base + static_cast<std::uint64_t>(id)), ref});
        break;
      case TableLevel::Kind::Expand:
        spend(4);
        to_->refs.push_back(ref);
        break;
    }
  }

  // ---- reference numbers ----

  void start_numbers() {
    radix_.clear();
    double product = 1;
    std::uint64_t radix = 1;
    for (const VariableId v : live_[level_]) {
      radix_.push_back(radix);
      product *= static_cast<double>(rule_.domains[v].size());
      if (product > 9e18) throw TooLarge{};
      radix *= rule_.domains[v].size();
    }
    dense_numbers_.clear();
    if (product <= 1 << 20) dense_numbers_.assign(static_cast<std::size_t>(product), -1);
  }

  std::uint32_t number() {
    const std::vector<VariableId>& live = live_[level_];
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < live.size(); ++k) {
      const std::vector<LexId>& domain = rule_.domains[live[k]];
      key += static_cast<std::uint64_t>(std::ranges::lower_bound(domain, values_[live[k]]) - domain.begin()) * radix_[k];
    }
    if (!dense_numbers_.empty()) {
      if (dense_numbers_[key] >= 0) return static_cast<std::uint32_t>(dense_numbers_[key]);
      dense_numbers_[key] = static_cast<std::int32_t>(refs_);
    } else {
      const auto [place, fresh] = numbers_.emplace(key, refs_);
      if (!fresh) return place->second;
    }
    if (refs_ >= 0x7fffffff) throw TooLarge{};
    for (const VariableId v : live) tuples_.push_back(values_[v]);
    spend((live.size() + atoms_.size()) * 4);
    to_->atoms.insert(to_->atoms.end(), atoms_.begin(), atoms_.end());
    return refs_++;
  }

  AtomId head_atom() {
    const std::int64_t id = instance(rule_.head);
    AGON_ASSERT(id >= 0);
    return static_cast<AtomId>(layout_.base[rule_.head.relation] + static_cast<std::uint64_t>(id));
  }

  // The last level also has the atom to write.
  void finish() {
    if (result_.levels.empty()) {
      result_.head = head_atom();
      return;
    }
    TableLevel& last = result_.levels.back();
    const std::vector<VariableId>& live = live_.back();
    std::vector<AtomId> heads;
    for (std::uint32_t ref = 0; ref < refs_; ++ref) {
      for (std::size_t k = 0; k < live.size(); ++k) values_[live[k]] = tuples_[ref * live.size() + k];
      heads.push_back(head_atom());
    }
    last.last = true;
    if (!options_.faithful && std::ranges::none_of(rule_.head.args, [](Arg a) { return a.variable; }))
      result_.single_head = heads.front();
    last.flat = !options_.faithful && result_.single_head == kNever && last.tests <= kMaxFlatTests;
    last.writes = !options_.faithful && last.tests == 0;
    if (last.writes) {
      for (TableLevel::Edge& edge : last.edges) edge.ref = heads[edge.ref];
      for (std::uint32_t& ref : last.refs) ref = heads[ref];
      for (std::int32_t& ref : last.table) {
        if (ref >= 0) ref = static_cast<std::int32_t>(heads[static_cast<std::size_t>(ref)]);
        else if (last.flat) ref = static_cast<std::int32_t>(kNever);
      }
      return;
    }
    std::vector<AtomId> rows;
    for (std::uint32_t ref = 0; ref < refs_; ++ref) {
      const auto begin = last.atoms.begin() + static_cast<std::ptrdiff_t>(ref) * last.tests;
      rows.insert(rows.end(), begin, begin + last.tests);
      rows.push_back(heads[ref]);
    }
    last.row = last.tests + 1;
    if (last.flat && last.kind == TableLevel::Kind::Scan) {
      rows.insert(rows.end(), last.row, kNever);
      for (std::int32_t& ref : last.table) ref = ref < 0 ? static_cast<std::int32_t>(refs_) : ref;
    }
    last.atoms = std::move(rows);
  }

  void spend(std::size_t bytes) {
    used_ += bytes;
    if (used_ > budget_.bytes) throw TooLarge{};
  }

  const FlatProgram& program_;
  const FlatRule& rule_;
  const Plan& plan_;
  std::span<const double> means_;
  const OrderOptions& options_;
  const Layout& layout_;
  StaticFacts& facts_;
  TableBudget budget_;
  RuleTables result_;

  std::vector<std::vector<VariableId>> live_;
  std::uint32_t refs_ = 1;     // reference numbers of the current level so far
  std::vector<LexId> tuples_;  // their values, row by row
  std::vector<LexId> values_;  // per variable
  std::vector<std::uint64_t> radix_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::int32_t> dense_numbers_;

  std::size_t level_ = 0;
  std::uint32_t ref_ = 0;
  const FlatLiteral* input_ = nullptr;
  TableLevel* to_ = nullptr;
  const StaticIndex* index_ = nullptr;
  std::vector<const FlatLiteral*> fixed_tests_, atom_tests_;
  const std::vector<std::uint32_t>* unequal_ = nullptr;
  std::vector<AtomId> atoms_;
  std::vector<LexId> leaves_, key_;
  std::size_t used_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

std::size_t RuleTables::bytes() const {
  std::size_t sum = 4 * (must.size() + must_not.size());
  for (const TableLevel& level : levels) sum += level.bytes();
  return sum;
}

std::optional<RuleTables> build_tables(const FlatProgram& program, const FlatRule& rule, const Plan& plan,
                                       std::span<const double> means, const OrderOptions& options, const Layout& layout,
                                       StaticFacts& facts, const TableBudget& budget, bool scan_first) {
  try {
    return Builder(program, rule, plan, means, options, layout, facts, budget).run(scan_first);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace agon::engines::chainer
