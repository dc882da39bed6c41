#include "ground/unfold.h"

#include <algorithm>
#include <optional>

#include "ground/clause_variables.h"
#include "ground/equations.h"

namespace agon::ground {
namespace {

constexpr std::size_t kMostClauses = 4;  // of a helper
constexpr std::size_t kMostResults = 32;

bool binds_nothing_of_its_own(const Clause& clause) {
  Variables head;
  for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { head.insert(v); });
  return std::ranges::all_of(clause.body, [&](const Literal& lit) {
    const Variables own = variables_of(lit);
    return lit.needs.empty() && std::ranges::all_of(own, [&](VariableId v) { return head.contains(v); });
  });
}

bool is_helper(const ClauseSet& set, const Literal& lit) {
  if (lit.kind != Literal::Kind::Positive || lit.domain_only || lit.facts_only || !lit.needs.empty()) return false;
  const Predicate& predicate = set.predicates[lit.predicate];
  return predicate.lifetime != Lifetime::Static && !predicate.recursive && !predicate.auxiliary && predicate.facts.empty() &&
         !predicate.clauses.empty() && predicate.clauses.size() <= kMostClauses &&
         predicate.relation.name.value >= gdl::kKeywordCount && std::ranges::all_of(predicate.clauses, binds_nothing_of_its_own);
}

// Resolution of the condition at `place` with one clause of its relation. Nothing if the two do not unify; the flag is cleared if
// an equation is left that only a join could decide.
std::optional<Clause> resolve(const Clause& clause, std::size_t place, const Clause& definition, bool& decided) {
  Clause result = clause;
  const Literal call = result.body[place];
  result.body.erase(result.body.begin() + static_cast<std::ptrdiff_t>(place));
  absl::flat_hash_map<VariableId, VariableId> names;
  for (VariableId v = 0; v < definition.variables; ++v) names.emplace(v, result.variables++);
  for (std::size_t k = 0; k < call.args.size(); ++k) {
    Literal equal;
    equal.kind = Literal::Kind::Equal;
    equal.args = {definition.head[k], call.args[k]};
    rename(equal.args[0], names);
    result.body.push_back(std::move(equal));
  }
  for (Literal lit : definition.body) {
    for (Pattern& arg : lit.args) rename(arg, names);
    result.body.push_back(std::move(lit));
  }
  solve_equations(result);
  if (contradicts_itself(result)) return std::nullopt;
  decided &= std::ranges::none_of(
      result.body, [](const Literal& lit) { return lit.kind == Literal::Kind::Equal && !variables_of(lit).empty(); });
  return result;
}

}  // namespace

std::vector<Clause> unfold_helpers(const ClauseSet& set, Clause clause) {
  if (std::ranges::any_of(clause.body, [](const Literal& lit) { return lit.kind == Literal::Kind::Equal; })) return {clause};
  std::vector<Clause> results{std::move(clause)};
  // Resolution appends what it adds, so the conditions are taken from the last to the first: the places of the others stay.
  for (std::size_t place = results.front().body.size() - 1; place > 0; --place) {
    const Clause& first = results.front();
    const Variables anchored = variables_of(first.body.front());
    const Variables own = variables_of(first.body[place]);
    if (!is_helper(set, first.body[place]) || std::ranges::none_of(own, [&](VariableId v) { return anchored.contains(v); }))
      continue;
    std::vector<Clause> unfolded;
    bool decided = true;
    for (const Clause& each : results) {
      for (const Clause& definition : set.predicates[each.body[place].predicate].clauses) {
        if (auto resolvent = resolve(each, place, definition, decided)) unfolded.push_back(std::move(*resolvent));
      }
    }
    if (!decided || unfolded.size() > kMostResults) continue;
    results = std::move(unfolded);
    if (results.empty()) break;
  }
  return results;
}

std::vector<bool> views(const ClauseSet& set) {
  std::vector<bool> result(set.predicates.size());
  for (PredicateId p = 0; p < set.predicates.size(); ++p) {
    const Predicate& predicate = set.predicates[p];
    result[p] = predicate.clauses.size() == 1 && predicate.facts.empty() && !predicate.recursive && !predicate.auxiliary &&
                predicate.relation.name.value >= gdl::kKeywordCount &&
                std::ranges::all_of(predicate.clauses.front().body, [](const Literal& lit) { return lit.needs.empty(); });
  }
  for (const Predicate& predicate : set.predicates) {
    for (const Clause& clause : predicate.clauses) {
      for (const Literal& lit : clause.body) {
        if (is_call(lit) && (lit.kind == Literal::Kind::Negative || lit.facts_only)) result[lit.predicate] = false;
      }
    }
  }
  return result;
}

void unfold_view(ClauseSet& set, PredicateId view) {
  const Clause definition = set.predicates[view].clauses.front();
  for (Predicate& predicate : set.predicates) {
    for (Clause& clause : predicate.clauses) {
      for (std::size_t place = clause.body.size(); place-- > 0;) {
        const Literal& lit = clause.body[place];
        if (!is_call(lit) || lit.predicate != view) continue;
        bool decided = true;
        auto resolvent = resolve(clause, place, definition, decided);
        if (resolvent && decided) clause = std::move(*resolvent);
        place = std::min(place, clause.body.size());
      }
    }
  }
}

}  // namespace agon::ground
