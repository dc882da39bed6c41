// Properties of games: first-order formulas with a counting quantifier over the fluents, legal moves, end and goals of a state, as
// data. Both back ends start from here.
//
// An invariant holds in every reachable state; a persistent formula, once it holds, holds for good (a property of two states).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gdl/rules.h"

namespace agon::knowledge::proofs {

struct Formula {
  enum class Kind : std::uint8_t { True, Legal, Goal, Terminal, Distinct, GoalSum, Not, And, Or, Exists, Forall, Count };
  static constexpr std::uint32_t kMany = 0xffffffff;

  Kind kind = Kind::And;                // an empty conjunction holds
  std::vector<gdl::Term> terms;         // True: the fluent. Legal: role and move. Goal: role and value. Distinct: two terms
  std::vector<Formula> parts;           // of Not, Exists, Forall and Count: one
  std::vector<SymbolId> variables;      // of Exists, Forall and Count
  std::uint32_t low = 0, high = kMany;  // Count: so many values of the variables
  int sum = 0;                          // GoalSum: the goals of all roles but the random one
};

struct Property {
  enum class Kind : std::uint8_t { Invariant, Persistent };
  Kind kind = Kind::Invariant;
  Formula formula;   // closed; its symbols are those of the rules, its variables are numbered beyond them
  std::string text;  // in the rule language
};

// ---- terms and formulas ----

[[nodiscard]] gdl::Term constant_term(SymbolId name);
[[nodiscard]] gdl::Term compound_term(SymbolId name, std::vector<gdl::Term> args);
[[nodiscard]] gdl::Term variable_term(SymbolId name);

[[nodiscard]] Formula fluent_atom(gdl::Term fluent);
[[nodiscard]] Formula legal_atom(gdl::Term role, gdl::Term move);
[[nodiscard]] Formula goal_atom(gdl::Term role, gdl::Term value);
[[nodiscard]] Formula terminal_atom();
[[nodiscard]] Formula goal_sum(int sum);
[[nodiscard]] Formula negation(Formula part);
[[nodiscard]] Formula conjunction(std::vector<Formula> parts);
[[nodiscard]] Formula disjunction(std::vector<Formula> parts);
[[nodiscard]] Formula implication(Formula condition, Formula consequence);
[[nodiscard]] Formula quantified(Formula::Kind kind, std::vector<SymbolId> variables, Formula part);
[[nodiscard]] Formula counted(std::vector<SymbolId> variables, Formula part, std::uint32_t low, std::uint32_t high);

// ---- properties that are often asked ----

// For every value of the input arguments (from 0) between `low` and `high` instances of the fluents functor/arity hold.
[[nodiscard]] Property instances(const gdl::Rules& rules, SymbolId functor, std::uint32_t arity,
                                 const std::vector<std::uint32_t>& inputs, std::uint32_t low, std::uint32_t high);
// In every terminal state the goals add up to the sum.
[[nodiscard]] Property constant_sum(int sum);
// In every state that is not terminal at most one role has more than one legal move.
[[nodiscard]] Formula turn_taking(SymbolId role, SymbolId move);

// `(count (true (cell ?x ?y ?c)) 0 1)`; variables beyond the symbols of the rules are ?v1, ?v2, ...
[[nodiscard]] std::string text_of(const Formula& formula, const SymbolTable& symbols);

// The variables that occur free, in order of their first occurrence.
[[nodiscard]] std::vector<SymbolId> free_variables(const Formula& formula);

}  // namespace agon::knowledge::proofs
