#include "ground/join_out.h"

#include <algorithm>
#include <map>

namespace agon::ground {
namespace {

// Variables of the members that somebody else uses too, in order.
std::vector<VariableId> scope_of(const Clause& clause, const std::vector<std::size_t>& members) {
  Variables inside, outside;
  for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { outside.insert(v); });
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    const bool member = std::ranges::find(members, i) != members.end();
    for (const VariableId v : variables_of(clause.body[i])) (member ? inside : outside).insert(v);
  }
  std::vector<VariableId> scope;
  std::ranges::copy_if(inside, std::back_inserter(scope), [&](VariableId v) { return outside.contains(v); });
  std::ranges::sort(scope);
  return scope;
}

// The conditions around the variable that is joined out next; empty if there is none.
std::vector<std::size_t> joined_out(const ClauseSet& set, const Clause& clause) {
  Variables head;
  for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { head.insert(v); });
  std::map<VariableId, std::vector<std::size_t>> users;
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    for (const VariableId v : variables_of(clause.body[i])) users[v].push_back(i);
  }
  const auto changes = [&](std::size_t i) {
    return is_call(clause.body[i]) && set.predicates[clause.body[i].predicate].lifetime != Lifetime::Static;
  };
  std::size_t total = 0;
  for (std::size_t i = 0; i < clause.body.size(); ++i) total += changes(i) ? 1 : 0;
  std::vector<std::size_t> best;
  std::size_t best_scope = 0;
  for (const auto& [v, members] : users) {
    if (head.contains(v) || members.size() < 2) continue;
    const auto moving = static_cast<std::size_t>(std::ranges::count_if(members, changes));
    if (moving != 1 || total < 3) continue;  // with fewer than three conditions on the state there is little to multiply
    std::size_t widest = 0;
    const bool plain = std::ranges::all_of(members, [&](std::size_t i) {
      const Literal& lit = clause.body[i];
      widest = std::max(widest, variables_of(lit).size());
      return lit.kind == Literal::Kind::Positive && !lit.domain_only && lit.needs.empty();
    });
    const std::size_t scope = scope_of(clause, members).size();
    if (!plain || scope > widest || (!best.empty() && scope >= best_scope)) continue;
    best = members;
    best_scope = scope;
  }
  return best;
}

}  // namespace

void join_out(ClauseSet& set, AuxiliaryRelations& auxiliaries, PredicateId predicate, std::size_t place) {
  for (;;) {
    Clause clause = set.predicates[predicate].clauses[place];
    const std::vector<std::size_t> members = joined_out(set, clause);
    if (members.empty()) return;
    std::vector<Literal> inner, outer;
    for (std::size_t i = 0; i < clause.body.size(); ++i)
      (std::ranges::find(members, i) != members.end() ? inner : outer).push_back(clause.body[i]);
    const std::vector<VariableId> scope = scope_of(clause, members);
    outer.push_back(auxiliaries.call(scope, std::move(inner)));
    clause.body = std::move(outer);
    set.predicates[predicate].clauses[place] = std::move(clause);
  }
}

bool can_join_out(const ClauseSet& set, const Clause& clause) { return !joined_out(set, clause).empty(); }

}  // namespace agon::ground
