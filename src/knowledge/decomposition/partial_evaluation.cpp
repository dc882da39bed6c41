#include "knowledge/decomposition/partial_evaluation.h"

#include <algorithm>
#include <utility>

namespace agon::knowledge {

using ground::AtomId;
using ground::GroundLiteral;

PartialEvaluation::PartialEvaluation(const ground::GroundProgram& program, const circuit::RuleOrder& order,
                                     std::vector<Truth> given)
    : program_(program), order_(order), values_(std::move(given)) {
  evaluate(false);
  moves_.resize(program.info.role_count());
  for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
    if (of(program.legal[m]) == Truth::False) values_[program.move_atom(m)] = Truth::False;
    else if (values_[program.move_atom(m)] != Truth::False) moves_[program.moves[m].role.index()].push_back(m);
  }
  for (const std::vector<std::uint32_t>& possible : moves_) {
    if (possible.size() == 1) values_[program.move_atom(possible.front())] = Truth::True;
  }
  evaluate(true);
}

bool PartialEvaluation::is_dead(std::size_t rule) const {
  return std::ranges::any_of(program_.body(rule), [&](GroundLiteral lit) { return of(lit) == Truth::False; });
}

Truth PartialEvaluation::derive(AtomId atom) const {
  const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
  Truth result = Truth::False;
  for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
    Truth body = Truth::True;
    for (const GroundLiteral lit : program_.body(r)) {
      const Truth value = of(lit);
      if (value == Truth::False) {
        body = Truth::False;
        break;
      }
      if (value == Truth::Open) body = Truth::Open;
    }
    if (body == Truth::True) return Truth::True;
    if (body == Truth::Open) result = Truth::Open;
  }
  return result;
}

// Atoms that depend on each other stay open until something decides them.
void PartialEvaluation::evaluate(bool with_moves) {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto component = order_.component(i);
    if (order_.needs_move(component.front()) != with_moves) continue;
    for (bool changed = true; changed;) {
      changed = false;
      for (const AtomId atom : component) {
        if (values_[atom] != Truth::Open) continue;
        values_[atom] = derive(atom);
        changed = changed || (values_[atom] != Truth::Open && component.size() > 1);
      }
    }
  }
}

}  // namespace agon::knowledge
