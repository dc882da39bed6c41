#include "ground/equations.h"

#include <algorithm>

#include "ground/clause_variables.h"

namespace agon::ground {
namespace {

bool occurs_inside(VariableId v, const Pattern& pattern) {
  if (pattern.kind == Pattern::Kind::Variable) return false;  // X = X holds
  bool found = false;
  for_each_variable(pattern, [&](VariableId w) { found |= v == w; });
  return found;
}

// Takes the equation at `i` out of the clause; false if nothing can be done with it.
bool solve_one(Clause& clause, std::size_t i) {
  Pattern a = clause.body[i].args[0];
  Pattern b = clause.body[i].args[1];
  if (b.kind == Pattern::Kind::Variable) std::swap(a, b);
  const auto place = clause.body.begin() + static_cast<std::ptrdiff_t>(i);
  if (a.kind == Pattern::Kind::Variable) {
    if (occurs_inside(a.variable, b)) return false;  // X = f(X): left for the join, which finds no value
    clause.body.erase(place);
    for (Pattern& arg : clause.head) substitute(arg, a.variable, b);
    for (Literal& other : clause.body) {
      for (Pattern& arg : other.args) substitute(arg, a.variable, b);
    }
    return true;
  }
  if (a.kind != Pattern::Kind::Compound || b.kind != Pattern::Kind::Compound || a.functor != b.functor ||
      a.args.size() != b.args.size())
    return false;
  clause.body.erase(place);
  for (std::size_t k = 0; k < a.args.size(); ++k) {
    Literal part;
    part.kind = Literal::Kind::Equal;
    part.args = {a.args[k], b.args[k]};
    clause.body.push_back(std::move(part));
  }
  return true;
}

}  // namespace

void solve_equations(Clause& clause) {
  for (std::size_t i = 0; i < clause.body.size();) {
    const bool solved = clause.body[i].kind == Literal::Kind::Equal && solve_one(clause, i);
    i = solved ? 0 : i + 1;
  }
}

bool contradicts_itself(const Clause& clause) {
  return std::ranges::any_of(clause.body, [](const Literal& lit) {
    if (lit.kind != Literal::Kind::Equal) return false;
    const Pattern& a = lit.args[0];
    const Pattern& b = lit.args[1];
    if (a.kind == Pattern::Kind::Variable || b.kind == Pattern::Kind::Variable) return a.kind != b.kind;
    if (a.kind == Pattern::Kind::Constant && b.kind == Pattern::Kind::Constant) return a.constant != b.constant;
    return a.kind == b.kind;  // two compound terms that were not taken apart differ in functor or arity
  });
}

}  // namespace agon::ground
