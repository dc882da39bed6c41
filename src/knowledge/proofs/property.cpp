#include "knowledge/proofs/property.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::knowledge::proofs {
namespace {

Formula atom_of(Formula::Kind kind, std::vector<gdl::Term> terms) {
  Formula formula;
  formula.kind = kind;
  formula.terms = std::move(terms);
  return formula;
}

Formula nested(Formula::Kind kind, std::vector<Formula> parts) {
  Formula formula;
  formula.kind = kind;
  formula.parts = std::move(parts);
  return formula;
}

std::string symbol_text(const SymbolTable& symbols, SymbolId name) {
  if (name.index() < symbols.size()) return symbols.text(name);
  return fmt::format("v{}", name.index() - symbols.size() + 1);
}

std::string term_text(const gdl::Term& term, const SymbolTable& symbols) {
  const std::string name = (term.variable ? "?" : "") + symbol_text(symbols, term.name);
  if (term.args.empty()) return name;
  std::string text = "(" + name;
  for (const gdl::Term& arg : term.args) text += " " + term_text(arg, symbols);
  return text + ")";
}

std::string variables_text(const std::vector<SymbolId>& variables, const SymbolTable& symbols) {
  std::string text;
  for (const SymbolId v : variables) text += fmt::format("{}?{}", text.empty() ? "" : " ", symbol_text(symbols, v));
  return "(" + text + ")";
}

void note_variables(const gdl::Term& term, std::vector<SymbolId>& bound, std::vector<SymbolId>& found) {
  if (term.variable && std::ranges::find(bound, term.name) == bound.end() && std::ranges::find(found, term.name) == found.end())
    found.push_back(term.name);
  for (const gdl::Term& arg : term.args) note_variables(arg, bound, found);
}

void note_free(const Formula& formula, std::vector<SymbolId>& bound, std::vector<SymbolId>& found) {
  const std::size_t outside = bound.size();
  bound.insert(bound.end(), formula.variables.begin(), formula.variables.end());
  for (const gdl::Term& term : formula.terms) note_variables(term, bound, found);
  for (const Formula& part : formula.parts) note_free(part, bound, found);
  bound.resize(outside);
}

}  // namespace

gdl::Term constant_term(SymbolId name) { return {name, false, {}, {}}; }
gdl::Term compound_term(SymbolId name, std::vector<gdl::Term> args) { return {name, false, std::move(args), {}}; }
gdl::Term variable_term(SymbolId name) { return {name, true, {}, {}}; }

Formula fluent_atom(gdl::Term fluent) { return atom_of(Formula::Kind::True, {std::move(fluent)}); }
Formula legal_atom(gdl::Term role, gdl::Term move) { return atom_of(Formula::Kind::Legal, {std::move(role), std::move(move)}); }
Formula goal_atom(gdl::Term role, gdl::Term value) { return atom_of(Formula::Kind::Goal, {std::move(role), std::move(value)}); }
Formula terminal_atom() { return atom_of(Formula::Kind::Terminal, {}); }
Formula goal_sum(int sum) {
  Formula formula = atom_of(Formula::Kind::GoalSum, {});
  formula.sum = sum;
  return formula;
}
Formula negation(Formula part) { return nested(Formula::Kind::Not, {std::move(part)}); }
Formula conjunction(std::vector<Formula> parts) { return nested(Formula::Kind::And, std::move(parts)); }
Formula disjunction(std::vector<Formula> parts) { return nested(Formula::Kind::Or, std::move(parts)); }
Formula implication(Formula condition, Formula consequence) {
  return disjunction({negation(std::move(condition)), std::move(consequence)});
}
Formula quantified(Formula::Kind kind, std::vector<SymbolId> variables, Formula part) {
  if (variables.empty()) return part;
  Formula formula = nested(kind, {std::move(part)});
  formula.variables = std::move(variables);
  return formula;
}
Formula counted(std::vector<SymbolId> variables, Formula part, std::uint32_t low, std::uint32_t high) {
  Formula formula = nested(Formula::Kind::Count, {std::move(part)});
  formula.variables = std::move(variables);
  formula.low = low;
  formula.high = high;
  return formula;
}

Property instances(const gdl::Rules& rules, SymbolId functor, std::uint32_t arity, const std::vector<std::uint32_t>& inputs,
                   std::uint32_t low, std::uint32_t high) {
  std::vector<gdl::Term> args;
  std::vector<SymbolId> given;
  std::vector<SymbolId> others;
  for (std::uint32_t i = 0; i < arity; ++i) {
    const SymbolId variable{static_cast<std::uint32_t>(rules.symbols().size()) + i};
    args.push_back(variable_term(variable));
    (std::ranges::find(inputs, i) == inputs.end() ? others : given).push_back(variable);
  }
  Property property;
  property.formula = quantified(Formula::Kind::Forall, std::move(given),
                                counted(std::move(others), fluent_atom(compound_term(functor, std::move(args))), low, high));
  property.text = text_of(property.formula, rules.symbols());
  return property;
}

Property constant_sum(int sum) {
  return {Property::Kind::Invariant, implication(terminal_atom(), goal_sum(sum)),
          fmt::format("(implies terminal (goal-sum {}))", sum)};
}

Formula turn_taking(SymbolId role, SymbolId move) {
  Formula choice = counted({move}, legal_atom(variable_term(role), variable_term(move)), 2, Formula::kMany);
  return disjunction({terminal_atom(), counted({role}, std::move(choice), 0, 1)});
}

std::string text_of(const Formula& formula, const SymbolTable& symbols) {
  const auto list = [&](std::string_view word) {
    std::string text = "(" + std::string(word);
    for (const gdl::Term& term : formula.terms) text += " " + term_text(term, symbols);
    for (const Formula& part : formula.parts) text += " " + text_of(part, symbols);
    return text + ")";
  };
  switch (formula.kind) {
    case Formula::Kind::True: return list("true");
    case Formula::Kind::Legal: return list("legal");
    case Formula::Kind::Goal: return list("goal");
    case Formula::Kind::Terminal: return "terminal";
    case Formula::Kind::Distinct: return list("distinct");
    case Formula::Kind::GoalSum: return fmt::format("(goal-sum {})", formula.sum);
    case Formula::Kind::Not: return list("not");
    case Formula::Kind::And: return list("and");
    case Formula::Kind::Or: return list("or");
    case Formula::Kind::Exists:
    case Formula::Kind::Forall:
      return fmt::format("({} {} {})", formula.kind == Formula::Kind::Exists ? "exists" : "forall",
                         variables_text(formula.variables, symbols), text_of(formula.parts.front(), symbols));
    case Formula::Kind::Count: break;
  }
  return fmt::format("(count {} {} {} {})", variables_text(formula.variables, symbols), text_of(formula.parts.front(), symbols),
                     formula.low, formula.high == Formula::kMany ? "many" : std::to_string(formula.high));
}

std::vector<SymbolId> free_variables(const Formula& formula) {
  std::vector<SymbolId> bound;
  std::vector<SymbolId> found;
  note_free(formula, bound, found);
  return found;
}

}  // namespace agon::knowledge::proofs
