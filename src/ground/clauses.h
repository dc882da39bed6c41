// Normalisation of rules to clauses (function symbols allowed), the form that the grounder and the rule-based engines start from.
// Disjunctions are expanded into several clauses (or an auxiliary relation when that would make too many), negated conjunctions
// become negated auxiliary relations, ground terms are interned.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

#include "game/terms.h"
#include "gdl/dependency.h"
#include "gdl/rules.h"

namespace agon::ground {

using PredicateId = std::uint32_t;
using VariableId = std::uint32_t;

// A term with variables. Ground terms are folded into one constant.
struct Pattern {
  enum class Kind : std::uint8_t { Variable, Constant, Compound };
  Kind kind = Kind::Constant;
  VariableId variable = 0;
  TermId constant;
  SymbolId functor;
  std::vector<Pattern> args;
};

struct Literal {
  enum class Kind : std::uint8_t { Positive, Negative, Distinct, Equal };
  Kind kind = Kind::Positive;
  bool facts_only = false;    // the predicate's ground facts, without its clauses
  bool domain_only = false;   // binds variables to their possible values and is no condition (made by prepare)
  PredicateId predicate = 0;  // of Positive and Negative
  std::vector<Pattern> args;  // of Distinct and Equal: the two sides
  // Of a disjunction that became a relation: the variables that only some of its alternatives bind. Such an alternative is a test;
  // it can be called with a known value, not enumerate all values.
  std::vector<VariableId> needs;
};

struct Clause {
  PredicateId predicate = 0;
  std::vector<Pattern> head;
  std::vector<Literal> body;
  std::uint32_t variables = 0;  // numbered from 0
};

// How long a derived answer stays valid: for ever, until the state changes, or until state or joint move change.
enum class Lifetime : std::uint8_t { Static, State, Move };

struct Predicate {
  gdl::Relation relation;  // an auxiliary predicate has a name that no sheet can spell
  std::vector<Clause> clauses;
  std::vector<std::vector<TermId>> facts;  // ground unit clauses
  Lifetime lifetime = Lifetime::Static;
  bool recursive = false;
  bool auxiliary = false;       // defined by a part of a rule
  bool demand = false;          // magic predicate: which rows of another relation are needed; only ever binds variables
  std::uint32_t component = 0;  // strongly connected component of the dependency graph; mutually recursive predicates share one
};

struct ClauseSet {
  std::vector<Predicate> predicates;
  PredicateId true_predicate = 0;  // the two that the state and the joint move define
  PredicateId does_predicate = 0;
  std::vector<TermId> universe;  // all constants of the sheet, for variables that no condition binds

  [[nodiscard]] PredicateId find(gdl::Relation relation) const;  // predicates.size() if there is none
  absl::flat_hash_map<gdl::Relation, PredicateId> ids;
};

// Recomputes lifetimes, recursion and components from the clauses, after some were added or changed.
void classify(ClauseSet& set);

struct LoweringOptions {
  // Make an auxiliary relation of every disjunction whose alternatives bind the same variables. Backward chaining prefers more
  // clauses; grounding prefers more relations, because n alternatives then cost n instances, not n times the rest.
  bool disjunctions_as_relations = false;
};
[[nodiscard]] ClauseSet make_clauses(const gdl::Rules& rules, game::TermBank& terms, const LoweringOptions& options = {});

// Calls visit(variable) for each occurrence.
template <class Visit>
void for_each_variable(const Pattern& pattern, Visit&& visit) {
  if (pattern.kind == Pattern::Kind::Variable) visit(pattern.variable);
  for (const Pattern& arg : pattern.args) for_each_variable(arg, visit);
}

}  // namespace agon::ground
