#include "knowledge/proofs/ground_property.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>

namespace agon::knowledge::proofs {
namespace {

using circuit::StateFormula;
using Environment = absl::flat_hash_map<SymbolId, TermId>;

constexpr std::size_t kMostValues = 50'000;        // of one variable
constexpr std::size_t kMostInstances = 5'000'000;  // of all parts together

struct GroundingError {
  Error error;
};

void note_places(SymbolId variable, const gdl::Term& term, const Place& place, std::set<Place>& places) {
  if (term.variable && term.name == variable) places.insert(place);
  const Functor functor{term.name, static_cast<std::uint32_t>(term.args.size())};
  for (std::uint32_t i = 0; i < term.args.size(); ++i) note_places(variable, term.args[i], {false, functor, i}, places);
}

class PropertyGrounder {
 public:
  PropertyGrounder(const ground::GroundProgram& program, const Domains& domains) : program_(program), domains_(domains) {
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) fluents_.emplace(program.fluents[f], f);
    for (std::uint32_t m = 0; m < program.moves.size(); ++m)
      moves_.emplace(std::pair(program.moves[m].role.value, program.moves[m].term), m);
  }

  StateFormula ground(const Formula& formula, Environment& environment) {
    if (++instances_ > kMostInstances)
      throw GroundingError{bad_input("property-large", "the property has more than five million instances",
                                     "use fewer variables, or --back-end clingo")};
    switch (formula.kind) {
      case Formula::Kind::True: return fluent(formula, environment);
      case Formula::Kind::Legal: return legal(formula, environment);
      case Formula::Kind::Goal: return goal(formula, environment);
      case Formula::Kind::Terminal: return StateFormula::terminal();
      case Formula::Kind::GoalSum: return StateFormula::goal_sum(formula.sum);
      case Formula::Kind::Distinct:
        return StateFormula::constant(resolve(formula.terms[0], environment) != resolve(formula.terms[1], environment));
      case Formula::Kind::Not: return StateFormula::negation(ground(formula.parts.front(), environment));
      case Formula::Kind::And: return StateFormula::conjunction(parts(formula, environment));
      case Formula::Kind::Or: return StateFormula::disjunction(parts(formula, environment));
      case Formula::Kind::Exists: return StateFormula::disjunction(all_instances(formula, false, environment));
      case Formula::Kind::Forall: return StateFormula::conjunction(all_instances(formula, true, environment));
      case Formula::Kind::Count: break;
    }
    return StateFormula::count(all_instances(formula, false, environment), formula.low, formula.high);
  }

 private:
  std::vector<StateFormula> parts(const Formula& formula, Environment& environment) {
    std::vector<StateFormula> result;
    for (const Formula& part : formula.parts) result.push_back(ground(part, environment));
    return result;
  }

  // ---- terms ----

  TermId resolve(const gdl::Term& term, const Environment& environment) {
    if (term.variable) {
      const auto found = environment.find(term.name);
      return found == environment.end() ? game::TermBank::kNone : found->second;
    }
    std::vector<TermId> args;
    for (const gdl::Term& arg : term.args) {
      args.push_back(resolve(arg, environment));
      if (args.back() == game::TermBank::kNone) return game::TermBank::kNone;
    }
    return program_.terms->intern(term.name, args);
  }

  // Binds the variables of the pattern; `bound` notes which, also where it fails.
  bool match(const gdl::Term& pattern, TermId term, Environment& environment, std::vector<SymbolId>& bound) const {
    if (pattern.variable) {
      const auto [place, fresh] = environment.emplace(pattern.name, term);
      if (fresh) bound.push_back(pattern.name);
      return place->second == term;
    }
    const game::TermBank::Node& node = program_.terms->node(term);
    if (node.functor != pattern.name || node.arity != pattern.args.size()) return false;
    for (std::uint32_t i = 0; i < node.arity; ++i) {
      if (!match(pattern.args[i], node.args[i], environment, bound)) return false;
    }
    return true;
  }

  // ---- atoms ----

  StateFormula fluent(const Formula& formula, const Environment& environment) {
    const auto found = fluents_.find(resolve(formula.terms[0], environment));
    return found == fluents_.end() ? StateFormula::constant(false) : StateFormula::fluent(found->second);
  }

  [[nodiscard]] std::uint32_t role_of(TermId term) const {
    const auto& roles = program_.info.role_terms;
    return static_cast<std::uint32_t>(std::ranges::find(roles, term) - roles.begin());
  }

  StateFormula legal(const Formula& formula, const Environment& environment) {
    const std::uint32_t role = role_of(resolve(formula.terms[0], environment));
    const auto found = moves_.find(std::pair(role, resolve(formula.terms[1], environment)));
    return found == moves_.end() ? StateFormula::constant(false) : StateFormula::legal(found->second);
  }

  StateFormula goal(const Formula& formula, const Environment& environment) {
    const std::uint32_t role = role_of(resolve(formula.terms[0], environment));
    const TermId value = resolve(formula.terms[1], environment);
    const int number = value == game::TermBank::kNone ? -1 : program_.terms->integer(value);
    if (role >= program_.info.role_count() || number < 0) return StateFormula::constant(false);
    return StateFormula::goal(role, number);
  }

  // ---- quantifiers ----

  // An instance where a positive condition of the part (of a `forall`: a denied one) cannot hold does not count, so the values of
  // the variables come from the fluents and moves that match it, and from the domains only where there is none.
  const Formula* guard(const Formula& part, bool denied, const Environment& environment) const {
    const Formula* atom = &part;
    if (denied) {
      if (part.kind == Formula::Kind::Or) return first_guard(part, true, environment);
      if (part.kind != Formula::Kind::Not) return nullptr;
      atom = &part.parts.front();
    } else if (part.kind == Formula::Kind::And) {
      return first_guard(part, false, environment);
    }
    if (atom->kind != Formula::Kind::True && atom->kind != Formula::Kind::Legal) return nullptr;
    const std::vector<SymbolId> variables = free_variables(*atom);
    const bool open = std::ranges::any_of(variables, [&](SymbolId v) { return !environment.contains(v); });
    return open ? atom : nullptr;
  }
  const Formula* first_guard(const Formula& part, bool denied, const Environment& environment) const {
    for (const Formula& inner : part.parts) {
      if (const Formula* found = guard(inner, denied, environment)) return found;
    }
    return nullptr;
  }

  std::vector<StateFormula> all_instances(const Formula& formula, bool denied, Environment& environment) {
    // A variable that an outer quantifier binds too is a new one here.
    Environment outside;
    for (const SymbolId v : formula.variables) {
      if (const auto found = environment.find(v); found != environment.end()) outside.emplace(v, found->second);
      environment.erase(v);
    }
    std::vector<StateFormula> result;
    enumerate(formula, denied, environment, result);
    for (const SymbolId v : formula.variables) environment.erase(v);
    for (const auto& [v, term] : outside) environment.emplace(v, term);
    return result;
  }

  void enumerate(const Formula& formula, bool denied, Environment& environment, std::vector<StateFormula>& result) {
    const Formula& part = formula.parts.front();
    const auto open = std::ranges::find_if(formula.variables, [&](SymbolId v) { return !environment.contains(v); });
    if (open == formula.variables.end()) {
      result.push_back(ground(part, environment));
      return;
    }
    const auto go_on = [&](const auto& bind) {
      std::vector<SymbolId> bound;
      if (bind(bound)) enumerate(formula, denied, environment, result);
      for (const SymbolId v : bound) environment.erase(v);
    };
    if (const Formula* atom = guard(part, denied, environment)) {
      if (atom->kind == Formula::Kind::True) {
        for (const TermId term : program_.fluents)
          go_on([&](std::vector<SymbolId>& bound) { return match(atom->terms[0], term, environment, bound); });
      } else {
        for (const ground::GroundMove& move : program_.moves) {
          go_on([&](std::vector<SymbolId>& bound) {
            return match(atom->terms[0], program_.info.role_terms[move.role.index()], environment, bound) &&
                   match(atom->terms[1], move.term, environment, bound);
          });
        }
      }
      return;
    }
    for (const TermId value : values(*open, part)) {
      go_on([&](std::vector<SymbolId>& bound) {
        environment.emplace(*open, value);
        bound.push_back(*open);
        return true;
      });
    }
  }

  std::vector<TermId> values(SymbolId variable, const Formula& part) {
    std::vector<TermId> result;
    for (const Place& place : places_of(variable, part)) {
      const Result<std::vector<gdl::Term>> terms = domains_.terms(place, kMostValues);
      if (!terms) throw GroundingError{terms.error()};
      for (const gdl::Term& term : *terms) result.push_back(resolve(term, {}));
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  const ground::GroundProgram& program_;
  const Domains& domains_;
  absl::flat_hash_map<TermId, std::uint32_t> fluents_;
  absl::flat_hash_map<std::pair<std::uint32_t, TermId>, std::uint32_t> moves_;
  std::size_t instances_ = 0;
};

}  // namespace

std::set<Place> places_of(SymbolId variable, const Formula& formula) {
  std::set<Place> places;
  switch (formula.kind) {
    case Formula::Kind::True:
      note_places(variable, formula.terms[0], Domains::relation_place(gdl::Keyword::True, 1, 0), places);
      break;
    case Formula::Kind::Legal:
    case Formula::Kind::Goal: {
      const gdl::Keyword relation = formula.kind == Formula::Kind::Legal ? gdl::Keyword::Legal : gdl::Keyword::Goal;
      for (std::uint32_t i = 0; i < 2; ++i)
        note_places(variable, formula.terms[i], Domains::relation_place(relation, 2, i), places);
      break;
    }
    default: break;
  }
  for (const Formula& part : formula.parts) {
    if (std::ranges::find(part.variables, variable) == part.variables.end()) places.merge(places_of(variable, part));
  }
  return places;
}

Result<StateFormula> ground_property(const Formula& formula, const ground::GroundProgram& program, const Domains& domains) {
  try {
    Environment environment;
    return PropertyGrounder(program, domains).ground(formula, environment);
  } catch (const GroundingError& problem) {
    return problem.error;
  }
}

}  // namespace agon::knowledge::proofs
