#include "knowledge/proofs/common_hypotheses.h"

#include <algorithm>

namespace agon::knowledge::proofs {

std::vector<Property> common_hypotheses(const gdl::Rules& rules, const Hypotheses& hypotheses) {
  std::vector<Property> result;
  for (const InputHypothesis& hypothesis : hypotheses.inputs) {
    const SymbolId functor = rules.symbols().find(hypothesis.inputs.functor);
    const auto add = [&](std::uint32_t low, std::uint32_t high) {
      result.push_back(instances(rules, functor, hypothesis.inputs.arity, hypothesis.inputs.inputs, low, high));
    };
    add(0, 1);
    const auto always = [&](std::size_t g) { return hypotheses.groups[g].at_least_one; };
    if (std::ranges::all_of(hypothesis.groups, always)) add(1, Formula::kMany);
  }
  if (hypotheses.goal_sum) result.push_back(constant_sum(*hypotheses.goal_sum));
  return result;
}

}  // namespace agon::knowledge::proofs
