#include "ground/auxiliary.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::ground {
namespace {

// A canonical text of a definition.
void text(const Pattern& p, std::string& out) {
  switch (p.kind) {
    case Pattern::Kind::Variable: out += fmt::format("?{} ", p.variable); return;
    case Pattern::Kind::Constant: out += fmt::format("{} ", p.constant.value); return;
    case Pattern::Kind::Compound: break;
  }
  out += fmt::format("({} ", p.functor.value);
  for (const Pattern& arg : p.args) text(arg, out);
  out += ") ";
}
std::string text(const Clause& clause) {
  std::string out = fmt::format("{}:", clause.head.size());
  for (const Literal& lit : clause.body) {
    out += fmt::format("[{}{} {} ", static_cast<int>(lit.kind), lit.domain_only ? 'd' : ' ', lit.predicate);
    for (const Pattern& arg : lit.args) text(arg, out);
    out += ']';
  }
  return out;
}

}  // namespace

PredicateId AuxiliaryRelations::fresh(std::uint32_t arity) {
  // Names above those of the symbol table and of earlier auxiliary relations.
  std::uint32_t name = 0;
  for (const Predicate& predicate : set_.predicates) name = std::max(name, predicate.relation.name.value + 1);
  const gdl::Relation relation{SymbolId{name}, arity};
  const auto id = static_cast<PredicateId>(set_.predicates.size());
  set_.ids.emplace(relation, id);
  Predicate& predicate = set_.predicates.emplace_back();
  predicate.relation = relation;
  predicate.auxiliary = true;
  predicate.lifetime = Lifetime::State;  // a safe default until all are classified
  return id;
}

Literal AuxiliaryRelations::call(const std::vector<VariableId>& scope, std::vector<Literal> body) {
  Clause clause;
  absl::flat_hash_map<VariableId, VariableId> names;
  for (const VariableId v : scope) {
    names.emplace(v, static_cast<VariableId>(names.size()));
    clause.head.push_back(variable(names[v]));
  }
  for (Literal& lit : body) {
    for (Pattern& arg : lit.args) {
      for_each_variable(arg, [&](VariableId v) { names.emplace(v, static_cast<VariableId>(names.size())); });
      rename(arg, names);
    }
    lit.needs.clear();
  }
  clause.body = std::move(body);
  clause.variables = static_cast<std::uint32_t>(names.size());
  const std::string key = text(clause);
  auto place = made_.find(key);
  if (place == made_.end()) {
    clause.predicate = fresh(static_cast<std::uint32_t>(scope.size()));
    place = made_.emplace(key, clause.predicate).first;
    const bool unchanging = std::ranges::all_of(clause.body, [&](const Literal& lit) {
      return !is_call(lit) || set_.predicates[lit.predicate].lifetime == Lifetime::Static;
    });
    set_.predicates[clause.predicate].lifetime = unchanging ? Lifetime::Static : Lifetime::State;
    set_.predicates[clause.predicate].clauses.push_back(std::move(clause));
  }
  Literal result;
  result.predicate = place->second;
  for (const VariableId v : scope) result.args.push_back(variable(v));
  return result;
}

std::string relation_text(const ClauseSet& set, PredicateId id, const SymbolTable& symbols) {
  const auto name = [&](PredicateId p) {
    return fmt::format("{}/{}", symbols.text(set.predicates[p].relation.name), set.predicates[p].relation.arity);
  };
  if (!set.predicates[id].auxiliary) return name(id);
  // Breadth-first from the auxiliary relation to the relations whose clauses ask for it, up to the first with a name.
  const auto asks_for = [&](const Predicate& predicate, PredicateId wanted) {
    return std::ranges::any_of(predicate.clauses, [&](const Clause& clause) {
      return std::ranges::any_of(clause.body, [&](const Literal& lit) { return is_call(lit) && lit.predicate == wanted; });
    });
  };
  std::vector<PredicateId> reached{id};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (PredicateId p = 0; p < set.predicates.size(); ++p) {
      if (!asks_for(set.predicates[p], reached[i])) continue;
      if (!set.predicates[p].auxiliary) return fmt::format("a part of the rules for {}", name(p));
      if (std::ranges::find(reached, p) == reached.end()) reached.push_back(p);
    }
  }
  return "a part of a rule";
}

}  // namespace agon::ground
