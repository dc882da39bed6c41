#include "knowledge/evaluation/possible.h"

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"

namespace agon::knowledge::evaluation {
namespace {

using FormulaKind = gdl::Formula::Kind;

std::uint64_t functor_key(SymbolId functor, std::uint32_t arity) { return mix(mix(0xf1, functor.value), arity); }
std::uint64_t argument_key(SymbolId functor, std::uint32_t arity, std::size_t argument, TermId term) {
  return mix(mix(functor_key(functor, arity), argument + 1), term.value);
}

bool is_free(const Pattern& pattern, const Row& binding) {
  bool any = false;
  ground::for_each_variable(pattern, [&](ground::VariableId v) { any = any || binding[v] == kFree; });
  return any;
}

}  // namespace

Possible::Possible(RuleBase& base, const ground::GroundProgram& program, std::uint64_t steps)
    : base_(base),
      program_(program),
      steps_left_(steps),
      tables_(base.relations.size()),
      shapes_(base.relations.size()),
      facts_(base.relations.size()) {
  facts_indexed_.assign(base.relations.size(), false);
  const game::TermBank& terms = *base.terms;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    fluents_.emplace(program.fluents[f], f);
    all_fluents_.push_back(f);
    const game::TermBank::Node& node = terms.node(program.fluents[f]);
    by_functor_[functor_key(node.functor, node.arity)].push_back(f);
    for (std::uint32_t a = 0; a < node.arity; ++a)
      by_functor_[argument_key(node.functor, node.arity, a, node.args[a])].push_back(f);
  }
}

std::uint32_t Possible::fluent(TermId term) const {
  const auto found = fluents_.find(term);
  return found == fluents_.end() ? kNoFluent : found->second;
}

void Possible::spend() {
  if (steps_left_ == 0) throw LimitReached("evaluation-steps", "the goal rules have too many instances", "they count as one atom");
  --steps_left_;
}

bool Possible::bound(const Condition& condition, const Row& binding) const {
  return std::ranges::all_of(condition.variables, [&](ground::VariableId v) { return binding[v] != kFree; });
}

std::size_t Possible::bound_args(const Condition& atom, const Row& binding) const {
  return static_cast<std::size_t>(std::ranges::count_if(atom.args, [&](const Pattern& p) { return !is_free(p, binding); }));
}

// How many rows a condition may have: the smallest is tried first. Conditions that cannot bind anything come last.
double Possible::cost(const Condition& condition, const Row& binding) const {
  constexpr double kLast = 1e18;
  if (bound(condition, binding)) return condition.kind == FormulaKind::Atom && condition.dynamic ? 1 : 0;
  switch (condition.kind) {
    case FormulaKind::Distinct:
    case FormulaKind::Not: return kLast;
    case FormulaKind::And:
    case FormulaKind::Or: return 1e12;
    case FormulaKind::Atom: break;
  }
  if (condition.relation == base_.true_relation) {
    const Pattern& pattern = condition.args[0];
    if (pattern.kind == Pattern::Kind::Variable) return 1e6;
    double size = 2.0 + static_cast<double>(program_.fluents.size());
    for (const Pattern& arg : pattern.args) size /= is_free(arg, binding) ? 1 : 6;
    return size;
  }
  const RelationRules& relation = base_.relations[condition.relation];
  const double bound_count = static_cast<double>(bound_args(condition, binding));
  if (relation.only_facts) return (2.0 + static_cast<double>(relation.facts.size())) / std::pow(6, bound_count);
  return (relation.dynamic ? 1e5 : 2e3) * static_cast<double>(relation.arity + 1) / std::pow(6, bound_count);
}

void Possible::solve(std::span<const Condition* const> conditions, const Row& binding, const Visit& visit) {
  std::vector<const Condition*> left(conditions.begin(), conditions.end());
  Row work = binding;
  search(left, work, visit);
}

bool Possible::solvable(const Condition& condition, const Row& binding) {
  bool found = false;
  const Condition* const one = &condition;
  solve({&one, 1}, binding, [&](const Row&) { found = true; });
  return found;
}

void Possible::search(std::vector<const Condition*>& left, Row& binding, const Visit& visit) {
  spend();
  if (left.empty()) return visit(binding);
  std::size_t best = 0;
  double least = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double size = cost(*left[i], binding);
    if (i == 0 || size < least) {
      best = i;
      least = size;
    }
    if (least == 0) break;
  }
  const Condition* const chosen = left[best];
  left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  const auto go_on = [&] { search(left, binding, visit); };
  switch (chosen->kind) {
    case FormulaKind::Atom: match_atom(*chosen, binding, go_on); break;
    case FormulaKind::Distinct: {
      const TermId a = instance(*base_.terms, chosen->args[0], binding), b = instance(*base_.terms, chosen->args[1], binding);
      if (a == kFree || b == kFree || a != b) go_on();
      break;
    }
    case FormulaKind::Not:
      if (chosen->dynamic || !bound(*chosen, binding) || !solvable(chosen->parts[0], binding)) go_on();
      break;
    case FormulaKind::And: {
      std::vector<const Condition*> more = left;
      for (const Condition& part : chosen->parts) more.push_back(&part);
      search(more, binding, visit);
      break;
    }
    case FormulaKind::Or:
      for (const Condition& part : chosen->parts) {
        std::vector<const Condition*> more = left;
        more.push_back(&part);
        Row branch = binding;
        search(more, branch, visit);
      }
      break;
  }
  left.insert(left.begin() + static_cast<std::ptrdiff_t>(best), chosen);
}

void Possible::match_atom(const Condition& atom, Row& binding, const std::function<void()>& found) {
  const game::TermBank& terms = *base_.terms;
  if (atom.relation == base_.true_relation) {
    const TermId whole = instance(*base_.terms, atom.args[0], binding);
    if (whole != kFree) {
      if (fluent(whole) != kNoFluent) found();
      return;
    }
    const Row before = binding;
    for (const std::uint32_t f : fluents_for(atom.args[0], binding)) {
      spend();
      if (unify(terms, atom.args[0], program_.fluents[f], binding)) found();
      binding = before;
    }
    return;
  }
  Row key;
  for (const Pattern& arg : atom.args) key.push_back(instance(*base_.terms, arg, binding));
  const RelationRules& relation = base_.relations[atom.relation];
  const Row before = binding;
  const auto try_row = [&](const Row& row) {
    spend();
    bool fits = true;
    for (std::size_t a = 0; fits && a < row.size(); ++a) {
      fits = key[a] != kFree ? key[a] == row[a] : unify(terms, atom.args[a], row[a], binding);
    }
    if (fits) found();
    binding = before;
  };
  if (relation.only_facts) {
    if (const auto* some = facts_for(atom.relation, key)) {
      for (const std::uint32_t i : *some) try_row(relation.facts[i]);
    } else {
      for (const Row& row : relation.facts) try_row(row);
    }
    return;
  }
  if (std::ranges::find(key, kFree) == key.end()) {
    spend();
    if (const std::optional<bool> known = known_to_hold(atom.relation, key)) {
      if (*known) found();
      return;
    }
  }
  Table& table = call(atom.relation, key);
  // Rows that this very search adds come in the next round.
  const std::size_t count = table.rows.size();
  for (std::size_t i = 0; i < count; ++i) try_row(Row(table.rows[i]));
}

const std::vector<std::uint32_t>* Possible::facts_for(RelationId relation, const Row& key) {
  const std::vector<Row>& facts = base_.relations[relation].facts;
  Facts& index = facts_[relation];
  if (!facts_indexed_[relation]) {
    facts_indexed_[relation] = true;
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
      for (std::size_t a = 0; a < facts[i].size(); ++a) index.by_key[mix(mix(7, a), facts[i][a].value)].push_back(i);
    }
  }
  const std::vector<std::uint32_t>* best = nullptr;
  for (std::size_t a = 0; a < key.size(); ++a) {
    if (key[a] == kFree) continue;
    const auto found = index.by_key.find(mix(mix(7, a), key[a].value));
    if (found == index.by_key.end()) return &none_;
    if (best == nullptr || found->second.size() < best->size()) best = &found->second;
  }
  return best;
}

const std::vector<std::uint32_t>& Possible::fluents_for(const Pattern& pattern, const Row& binding) {
  if (pattern.kind == Pattern::Kind::Variable) return all_fluents_;
  const auto arity = static_cast<std::uint32_t>(pattern.args.size());
  const auto functor = by_functor_.find(functor_key(pattern.functor, arity));
  if (functor == by_functor_.end()) return none_;
  const std::vector<std::uint32_t>* best = &functor->second;
  for (std::size_t a = 0; a < arity; ++a) {
    const TermId term = instance(*base_.terms, pattern.args[a], binding);
    if (term == kFree) continue;
    const auto found = by_functor_.find(argument_key(pattern.functor, arity, a, term));
    if (found == by_functor_.end()) return none_;
    if (found->second.size() < best->size()) best = &found->second;
  }
  return *best;
}

void Possible::recover() {
  for (Table& table : store_) {
    table.active = false;
    table.round = 0;
  }
  incomplete_.clear();
  depth_ = 0;
  lowest_ = ~std::size_t{0};
  ++round_;
}

const std::vector<Row>& Possible::rows(RelationId relation, const Row& key) { return call(relation, key).rows; }

std::optional<bool> Possible::known_to_hold(RelationId relation, const Row& row) const {
  Row general;
  for (const std::vector<bool>& shape : shapes_[relation]) {
    general = row;
    for (std::size_t a = 0; a < row.size(); ++a) {
      if (!shape[a]) general[a] = kFree;
    }
    const auto found = tables_[relation].find(general);
    if (found != tables_[relation].end() && found->second->complete) return found->second->known.contains(row);
  }
  return std::nullopt;
}

Possible::Table& Possible::call(RelationId relation, const Row& key) {
  Table*& entry = tables_[relation][key];
  if (entry == nullptr) {
    store_.emplace_back();
    entry = &store_.back();
    std::vector<bool> shape;
    for (const TermId arg : key) shape.push_back(arg != kFree);
    if (std::ranges::find(shapes_[relation], shape) == shapes_[relation].end()) shapes_[relation].push_back(std::move(shape));
  }
  Table& table = *entry;
  if (table.complete) return table;
  if (table.active) {
    lowest_ = std::min(lowest_, table.depth);
    return table;
  }
  if (table.round == round_) {  // part of a group that is being iterated, done for this round
    lowest_ = std::min(lowest_, table.lowest);
    return table;
  }
  const std::size_t outer = lowest_;
  const std::size_t mark = incomplete_.size();
  constexpr std::size_t kDeepest = 600;  // calls within calls: the stack is finite
  if (depth_ >= kDeepest) throw LimitReached("evaluation-depth", "the rules are nested too deeply", "they count as one atom");
  const std::size_t depth = ++depth_;
  table.active = true;
  table.depth = depth;
  for (;;) {
    const std::uint64_t before = grown_;
    lowest_ = ~std::size_t{0};
    table.round = round_;
    evaluate(relation, key, table);
    if (lowest_ > depth) {  // depends on nothing that is unfinished
      table.complete = true;
      break;
    }
    if (lowest_ < depth) {  // a call further out will come back
      table.lowest = lowest_;
      table.round = round_;
      incomplete_.push_back(&table);
      break;
    }
    if (grown_ == before) {
      table.complete = true;
      for (std::size_t i = mark; i < incomplete_.size(); ++i) incomplete_[i]->complete = true;
      incomplete_.resize(mark);
      break;
    }
    incomplete_.resize(mark);
    ++round_;
  }
  table.active = false;
  --depth_;
  lowest_ = table.complete ? outer : std::min(outer, table.lowest);
  return table;
}

void Possible::evaluate(RelationId relation, const Row& key, Table& table) {
  const auto add = [&](Row row) {
    if (!table.known.insert(row).second) return;
    table.rows.push_back(std::move(row));
    ++grown_;
  };
  for (const BodyRule& rule : base_.relations[relation].rules) {
    spend();
    Row binding(rule.variables, kFree);
    bool fits = true;
    for (std::size_t a = 0; fits && a < key.size(); ++a)
      fits = key[a] == kFree || unify(*base_.terms, rule.head[a], key[a], binding);
    if (!fits) continue;
    std::vector<const Condition*> body;
    for (const Condition& part : rule.body) body.push_back(&part);
    solve(body, binding, [&](const Row& found) {
      Row row;
      for (const Pattern& arg : rule.head) row.push_back(instance(*base_.terms, arg, found));
      if (std::ranges::find(row, kFree) == row.end()) add(std::move(row));
    });
  }
}

}  // namespace agon::knowledge::evaluation
