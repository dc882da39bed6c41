#include "reference.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>

namespace agon::property {
namespace {

using gdl::Formula;
using gdl::Keyword;
using gdl::Term;
using Bindings = std::map<SymbolId, Value>;
using Variables = std::map<SymbolId, int>;  // with the number of their occurrences

// ---- terms ----

// `pattern` under `bindings`; no value if a variable is unbound.
std::optional<Value> substitute(const Term& pattern, const Bindings& bindings) {
  if (pattern.variable) {
    const auto found = bindings.find(pattern.name);
    return found == bindings.end() ? std::nullopt : std::optional(found->second);
  }
  Value result{pattern.name, {}};
  for (const Term& arg : pattern.args) {
    std::optional<Value> value = substitute(arg, bindings);
    if (!value) return std::nullopt;
    result.args.push_back(std::move(*value));
  }
  return result;
}

// One-way unification: extends the bindings so that `pattern` becomes `value`; false if impossible.
bool match(const Term& pattern, const Value& value, Bindings& bindings) {
  if (pattern.variable) return bindings.emplace(pattern.name, value).first->second == value;
  if (pattern.name != value.name || pattern.args.size() != value.args.size()) return false;
  for (std::size_t i = 0; i < pattern.args.size(); ++i) {
    if (!match(pattern.args[i], value.args[i], bindings)) return false;
  }
  return true;
}

// ---- rule bodies ----

using Conditions = std::vector<const Formula*>;
using Found = std::function<bool(const Bindings&)>;  // false: no more solutions wanted

bool exists(const Model& model, const Formula& formula, const Bindings& bindings);

// Calls `found` for each solution of the conjunction of all `open` conditions; false if `found` said stop. Conditions that can bind
// variables come first: atoms and the parts of `and` and `or`. `not` and `distinct` wait until nothing else is left.
bool solve(const Model& model, Conditions open, const Bindings& bindings, const Found& found) {
  const auto binds = [](const Formula* f) { return f->kind != Formula::Kind::Not && f->kind != Formula::Kind::Distinct; };
  const auto next = std::ranges::find_if(open, binds);
  if (next == open.end()) {
    for (const Formula* test : open) {
      if (test->kind == Formula::Kind::Not) {
        if (exists(model, test->parts.front(), bindings)) return true;
      } else {
        const std::optional<Value> left = substitute(test->atom.args[0], bindings);
        const std::optional<Value> right = substitute(test->atom.args[1], bindings);
        if (!left || !right) throw std::logic_error("a 'distinct' without values: the rule is not safe");
        if (*left == *right) return true;
      }
    }
    return found(bindings);
  }
  const Formula& formula = **next;
  open.erase(next);
  switch (formula.kind) {
    case Formula::Kind::And:
      for (const Formula& part : formula.parts) open.push_back(&part);
      return solve(model, open, bindings, found);
    case Formula::Kind::Or:
      for (const Formula& part : formula.parts) {
        Conditions with = open;
        with.push_back(&part);
        if (!solve(model, with, bindings, found)) return false;
      }
      return true;
    default: break;
  }
  for (const Row& row : rows_of(model, gdl::relation_of(formula.atom))) {
    Bindings extended = bindings;
    bool agrees = true;
    for (std::size_t i = 0; i < row.size() && agrees; ++i) agrees = match(formula.atom.args[i], row[i], extended);
    if (agrees && !solve(model, open, extended, found)) return false;
  }
  return true;
}

// Is the formula satisfiable? Unbound variables may take any value.
bool exists(const Model& model, const Formula& formula, const Bindings& bindings) {
  bool any = false;
  solve(model, {&formula}, bindings, [&](const Bindings&) {
    any = true;
    return false;
  });
  return any;
}

// The immediate consequences of the rule in the model.
Rows consequences(const gdl::Rule& rule, const Model& model) {
  Rows result;
  Conditions body;
  for (const Formula& formula : rule.body) body.push_back(&formula);
  solve(model, body, {}, [&](const Bindings& bindings) {
    Row row;
    for (const Term& arg : rule.head.args) {
      std::optional<Value> value = substitute(arg, bindings);
      if (!value) throw std::logic_error("a head without values: the rule is not safe");
      row.push_back(std::move(*value));
    }
    result.insert(std::move(row));
    return true;
  });
  return result;
}

// ---- safety ----

void count(const Term& term, Variables& into) {
  if (term.variable) ++into[term.name];
  for (const Term& arg : term.args) count(arg, into);
}
void count(const Formula& formula, Variables& into) {
  for (const Term& arg : formula.atom.args) count(arg, into);
  for (const Formula& part : formula.parts) count(part, into);
}

// The variables that are bound wherever the formula holds.
std::set<SymbolId> bound_by(const Formula& formula) {
  std::set<SymbolId> bound;
  if (formula.kind == Formula::Kind::Atom) {
    Variables inside;
    count(formula, inside);
    for (const auto& [variable, n] : inside) bound.insert(variable);
  } else if (formula.kind == Formula::Kind::And) {
    for (const Formula& part : formula.parts) bound.merge(bound_by(part));
  } else if (formula.kind == Formula::Kind::Or) {
    bound = bound_by(formula.parts.front());
    for (const Formula& part : formula.parts) {
      const std::set<SymbolId> other = bound_by(part);
      std::erase_if(bound, [&](SymbolId v) { return !other.contains(v); });
    }
  }
  return bound;
}

// `bound` are bound around these conditions; `uses` counts the occurrences in the whole rule.
bool safe(const std::vector<Formula>& conditions, std::set<SymbolId> bound, const Variables& uses) {
  for (const Formula& formula : conditions) bound.merge(bound_by(formula));
  return std::ranges::all_of(conditions, [&](const Formula& formula) {
    Variables inside;
    count(formula, inside);
    const auto has_value = [&](const auto& entry) { return bound.contains(entry.first); };
    const auto local = [&](const auto& entry) { return entry.second == uses.at(entry.first); };
    switch (formula.kind) {
      case Formula::Kind::Atom: return true;
      case Formula::Kind::Distinct: return std::ranges::all_of(inside, has_value);
      case Formula::Kind::And: return safe(formula.parts, bound, uses);
      case Formula::Kind::Or:
        return std::ranges::all_of(formula.parts, [&](const Formula& part) { return safe(std::vector{part}, bound, uses); });
      case Formula::Kind::Not: break;
    }
    return std::ranges::all_of(inside, [&](const auto& entry) { return has_value(entry) || local(entry); }) &&
           safe(formula.parts, bound, uses);
  });
}

}  // namespace

std::string text(const Value& value, const SymbolTable& symbols) {
  if (value.args.empty()) return symbols.text(value.name);
  return "(" + symbols.text(value.name) + " " + text(value.args, symbols) + ")";
}

std::string text(const Row& row, const SymbolTable& symbols) {
  std::string result;
  for (const Value& value : row) result += (result.empty() ? "" : " ") + text(value, symbols);
  return result;
}

Value value_of(const game::TermBank& terms, TermId id) {
  const game::TermBank::Node& node = terms.node(id);
  Value result{node.functor, {}};
  for (std::uint32_t i = 0; i < node.arity; ++i) result.args.push_back(value_of(terms, node.args[i]));
  return result;
}

TermId term_of(game::TermBank& terms, const Value& value) {
  std::vector<TermId> args;
  for (const Value& arg : value.args) args.push_back(term_of(terms, arg));
  return terms.intern(value.name, args);
}

bool safe(const gdl::Rule& rule) {
  Variables uses;
  count(rule.head, uses);
  for (const Formula& formula : rule.body) count(formula, uses);
  std::set<SymbolId> bound;
  for (const Formula& formula : rule.body) bound.merge(bound_by(formula));
  Variables head;
  count(rule.head, head);
  return std::ranges::all_of(head, [&](const auto& entry) { return bound.contains(entry.first); }) && safe(rule.body, {}, uses);
}

bool stratified(const gdl::Rules& rules) {
  const gdl::DependencyGraph graph(rules);
  return std::ranges::none_of(graph.edges(),
                              [&](const gdl::Edge& edge) { return edge.negative && graph.same_cycle(edge.from, edge.to); });
}

Model Reference::model(const std::set<Value>& state, const std::vector<std::pair<Value, Value>>& does, std::size_t max_rows) const {
  Model model;
  for (const Value& fluent : state) model[{gdl::symbol(Keyword::True), 1}].insert({fluent});
  for (const auto& [role, move] : does) model[{gdl::symbol(Keyword::Does), 2}].insert({role, move});

  // A component's number is never below that of what it depends on: the numbers are an order of evaluation.
  std::map<std::uint32_t, std::vector<const gdl::Rule*>> components;
  for (const gdl::Rule& rule : rules_.rules())
    components[graph_.component(graph_.find(gdl::relation_of(rule.head)))].push_back(&rule);
  for (const auto& [component, rules] : components) {
    for (bool grown = true; grown;) {
      grown = false;
      for (const gdl::Rule* rule : rules) {
        Rows& own = model[gdl::relation_of(rule->head)];
        const std::size_t before = own.size();
        own.merge(consequences(*rule, model));
        grown = grown || own.size() != before;
        if (own.size() > max_rows) throw std::runtime_error("the reference has too many consequences to look at");
      }
    }
  }
  return model;
}

const Rows& rows_of(const Model& model, gdl::Relation relation) {
  static const Rows none;
  const auto found = model.find(relation);
  return found == model.end() ? none : found->second;
}

}  // namespace agon::property
