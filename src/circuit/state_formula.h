// Ground state properties: boolean formulas with counting over the fluents, the legal moves, the end and the goals of a game.
//
// One formula is read in three ways: over words of 64 states (random play refutes it), as gates over the present state and as gates
// over the next one (induction proves it). `Next` looks one step ahead and makes it a property of two states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "circuit/circuit.h"

namespace agon::circuit {

struct StateFormula {
  enum class Kind : std::uint8_t { Constant, Fluent, Legal, Terminal, Goal, GoalSum, Not, And, Or, Count, Next };
  static constexpr std::uint32_t kMany = 0xffffffff;

  Kind kind = Kind::Constant;
  bool value = false;               // of Constant
  std::uint32_t index = 0;          // the fluent, the move or the role
  int number = 0;                   // the value of Goal; the sum of GoalSum, the random role left out
  std::uint32_t low = 0, high = 0;  // of Count: so many of the parts hold
  std::vector<StateFormula> parts;

  static StateFormula constant(bool value) { return {Kind::Constant, value, 0, 0, 0, 0, {}}; }
  static StateFormula fluent(std::uint32_t number) { return {Kind::Fluent, false, number, 0, 0, 0, {}}; }
  static StateFormula legal(std::uint32_t move) { return {Kind::Legal, false, move, 0, 0, 0, {}}; }
  static StateFormula terminal() { return {Kind::Terminal, false, 0, 0, 0, 0, {}}; }
  static StateFormula goal(std::uint32_t role, int value) { return {Kind::Goal, false, role, value, 0, 0, {}}; }
  static StateFormula goal_sum(int sum) { return {Kind::GoalSum, false, 0, sum, 0, 0, {}}; }
  static StateFormula negation(StateFormula part) { return nested(Kind::Not, {std::move(part)}); }
  static StateFormula conjunction(std::vector<StateFormula> parts) { return nested(Kind::And, std::move(parts)); }
  static StateFormula disjunction(std::vector<StateFormula> parts) { return nested(Kind::Or, std::move(parts)); }
  static StateFormula next(StateFormula part) { return nested(Kind::Next, {std::move(part)}); }
  static StateFormula count(std::vector<StateFormula> parts, std::uint32_t low, std::uint32_t high) {
    return {Kind::Count, false, 0, 0, low, high, std::move(parts)};
  }
  static StateFormula implies(StateFormula condition, StateFormula consequence) {
    return disjunction({negation(std::move(condition)), std::move(consequence)});
  }
  static StateFormula count_fluents(const std::vector<std::uint32_t>& fluents, std::uint32_t low, std::uint32_t high) {
    std::vector<StateFormula> parts;
    for (const std::uint32_t f : fluents) parts.push_back(fluent(f));
    return count(std::move(parts), low, high);
  }

 private:
  static StateFormula nested(Kind kind, std::vector<StateFormula> parts) { return {kind, false, 0, 0, 0, 0, std::move(parts)}; }
};

// At least k of some values hold, for k from 0 to `most`: a unary counter.
template <class Algebra>
std::vector<typename Algebra::Value> unary_counter(Algebra& algebra, const std::vector<typename Algebra::Value>& values,
                                                   std::uint32_t most) {
  std::vector<typename Algebra::Value> at_least(most + 1, algebra.constant(false));
  at_least[0] = algebra.constant(true);
  for (const auto& value : values) {
    for (std::uint32_t k = most; k > 0; --k) at_least[k] = algebra.either(at_least[k], algebra.both(at_least[k - 1], value));
  }
  return at_least;
}

template <class Algebra>
typename Algebra::Value within(Algebra& algebra, const std::vector<typename Algebra::Value>& values, std::uint32_t low,
                               std::uint32_t high) {
  const auto size = static_cast<std::uint32_t>(values.size());
  if (low > size || low > high) return algebra.constant(false);
  const bool bounded = high < size;
  const auto at_least = unary_counter(algebra, values, bounded ? high + 1 : low);
  return bounded ? algebra.both(at_least[low], algebra.negate(at_least[high + 1])) : at_least[low];
}

// Every role but the random one has exactly one goal value, and they add up to `sum`. A value below 0 counts 0, as in searches.
template <class Algebra>
typename Algebra::Value goals_add_up(Algebra& algebra, const Circuit& circuit, int sum) {
  using Value = typename Algebra::Value;
  std::map<int, Value> reached{{0, algebra.constant(true)}};
  Value single = algebra.constant(true);
  for (std::uint32_t r = 0; r < circuit.goals.size(); ++r) {
    if (circuit.program->info.random == RoleId{r}) continue;
    std::map<int, Value> further;
    std::vector<Value> values;
    for (const GoalLit& goal : circuit.goals[r]) {
      values.push_back(algebra.goal(r, goal.value));
      for (const auto& [before, value] : reached) {
        const Value both = algebra.both(value, values.back());
        const auto [place, fresh] = further.emplace(before + std::max(0, goal.value), both);
        if (!fresh) place->second = algebra.either(place->second, both);
      }
    }
    single = algebra.both(single, within(algebra, values, 1, 1));
    reached = std::move(further);
  }
  const auto found = reached.find(sum);
  return found == reached.end() ? algebra.constant(false) : algebra.both(single, found->second);
}

// An algebra has Value, constant, negate, both, either, fluent, legal, terminal, goal, and next (an algebra of the next state).
template <class Algebra>
typename Algebra::Value evaluate(const StateFormula& formula, Algebra& algebra, const Circuit& circuit) {
  using Kind = StateFormula::Kind;
  std::vector<typename Algebra::Value> values;
  if (formula.kind != Kind::Next) {
    for (const StateFormula& part : formula.parts) values.push_back(evaluate(part, algebra, circuit));
  }
  switch (formula.kind) {
    case Kind::Constant: return algebra.constant(formula.value);
    case Kind::Fluent: return algebra.fluent(formula.index);
    case Kind::Legal: return algebra.legal(formula.index);
    case Kind::Terminal: return algebra.terminal();
    case Kind::Goal: return algebra.goal(formula.index, formula.number);
    case Kind::GoalSum: return goals_add_up(algebra, circuit, formula.number);
    case Kind::Not: return algebra.negate(values.front());
    case Kind::And: return algebra.all(values);
    case Kind::Or: return algebra.any(values);
    case Kind::Count: return within(algebra, values, formula.low, formula.high);
    case Kind::Next: break;
  }
  return algebra.in_next(formula.parts.front());
}

}  // namespace agon::circuit
