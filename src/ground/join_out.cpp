#include "ground/join_out.h"

#include <algorithm>
#include <map>

namespace agon::ground {
namespace {

// Variables of the members that the rest of the clause uses too, in order.
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

bool changes_with_play(const ClauseSet& set, const Literal& lit) {
  return is_call(lit) && set.predicates[lit.predicate].lifetime != Lifetime::Static;
}

// Conditions that may move to a relation of their own.
bool can_move(const Literal& lit) { return lit.kind == Literal::Kind::Positive && !lit.domain_only && lit.needs.empty(); }

struct Body {
  Variables head;                                        // variables that stay
  std::map<VariableId, std::vector<std::size_t>> users;  // places of the conditions with the variable
  std::vector<Variables> variables;                      // of each condition
};

Body body_of(const Clause& clause) {
  Body body;
  for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { body.head.insert(v); });
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    body.variables.push_back(variables_of(clause.body[i]));
    for (const VariableId v : body.variables.back()) body.users[v].push_back(i);
  }
  return body;
}

std::size_t widest_of(const Body& body, const std::vector<std::size_t>& members) {
  std::size_t widest = 0;
  for (const std::size_t i : members) widest = std::max(widest, body.variables[i].size());
  return widest;
}

// The conditions of the variable that is eliminated next from a heavy clause; empty if there is none.
std::vector<std::size_t> with_one_state_condition(const ClauseSet& set, const Clause& clause) {
  const Body body = body_of(clause);
  const auto changes = [&](std::size_t i) { return changes_with_play(set, clause.body[i]); };
  const auto movable = [&](std::size_t i) { return can_move(clause.body[i]); };
  std::size_t total = 0;
  for (std::size_t i = 0; i < clause.body.size(); ++i) total += changes(i) ? 1 : 0;
  std::vector<std::size_t> best;
  std::size_t best_scope = 0;
  for (const auto& [v, members] : body.users) {
    if (body.head.contains(v) || members.size() < 2) continue;
    const auto moving = static_cast<std::size_t>(std::ranges::count_if(members, changes));
    if (moving != 1 || total < 3) continue;  // with fewer than three conditions on the state there is little to multiply
    const std::size_t scope = scope_of(clause, members).size();
    if (!std::ranges::all_of(members, movable) || scope > widest_of(body, members) || (!best.empty() && scope >= best_scope))
      continue;
    best = members;
    best_scope = scope;
  }
  return best;
}

// The same for a clause that is very heavy: any number of state conditions, and with them the conditions that say nothing about
// other variables. Of the sum S = A + B + C with `score` for each term and partial sums T, the first step takes out A and B:
//
//   total(S) <= score(a,A) & score(b,B) & plus(A,B,T) & score(c,C) & plus(T,C,S)
//   part(T)  <= score(a,A) & score(b,B) & plus(A,B,T)
//   total(S) <= part(T) & score(c,C) & plus(T,C,S)
//
// The group with the fewest variables goes first, since its instances have to be enumerated.
std::vector<std::size_t> with_any_state_conditions(const ClauseSet& set, const Clause& clause) {
  const Body body = body_of(clause);
  std::vector<std::size_t> best;
  std::pair<std::size_t, std::size_t> best_cost;
  for (const auto& [v, users] : body.users) {
    if (body.head.contains(v)) continue;
    Variables inside;
    for (const std::size_t i : users) inside.insert(body.variables[i].begin(), body.variables[i].end());
    std::vector<std::size_t> members;
    bool movable = true;
    bool changing = false;
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const bool user = std::ranges::find(users, i) != users.end();
      const bool within = std::ranges::all_of(body.variables[i], [&](VariableId w) { return inside.contains(w); });
      if (!user && (!within || body.variables[i].empty() || !can_move(clause.body[i]))) continue;
      movable &= can_move(clause.body[i]);
      changing |= changes_with_play(set, clause.body[i]);
      members.push_back(i);
    }
    const std::size_t scope = scope_of(clause, members).size();
    const std::pair cost{inside.size(), scope};
    if (!movable || !changing || members.size() < 2 || members.size() == clause.body.size()) continue;
    if (scope > widest_of(body, members) || (!best.empty() && cost >= best_cost)) continue;
    best = members;
    best_cost = cost;
  }
  return best;
}

std::vector<std::size_t> joined_out(const ClauseSet& set, const Clause& clause, Weight weight) {
  return weight == Weight::Heavy ? with_one_state_condition(set, clause) : with_any_state_conditions(set, clause);
}

}  // namespace

void join_out(ClauseSet& set, AuxiliaryRelations& auxiliaries, PredicateId predicate, std::size_t place, Weight weight) {
  for (;;) {
    Clause clause = set.predicates[predicate].clauses[place];
    const std::vector<std::size_t> members = joined_out(set, clause, weight);
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

bool can_join_out(const ClauseSet& set, const Clause& clause, Weight weight) { return !joined_out(set, clause, weight).empty(); }

}  // namespace agon::ground
