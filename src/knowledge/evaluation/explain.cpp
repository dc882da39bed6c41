#include "knowledge/evaluation/explain.h"

#include <algorithm>
#include <cmath>

namespace agon::knowledge::evaluation {

Explanation explain(const std::shared_ptr<const GoalEvaluation>& evaluation, StateBits state,
                    const std::vector<bool>& asked_goals) {
  constexpr double kLeastWorth = 1e-9;  // less is rounding
  const Network& network = evaluation->plan()->network();
  StateEvaluator evaluator(evaluation);
  evaluator.load(state, asked_goals);
  Explanation result;
  for (std::uint32_t r = 0; r < network.goals.size(); ++r) {
    result.values.push_back(evaluator.value(RoleId{r}));
    std::vector<GoalDegree>& goals = result.goals.emplace_back();
    for (const GoalFormula& goal : network.goals[r]) {
      if (goal.value == 0) continue;  // of no weight
      const Degree degree = evaluator.evaluator().degree(goal.formula);
      goals.push_back({goal.value, degree.holds, std::clamp(degree.value(), 0.0, 1.0), evaluator.value(goal)});
    }
  }
  result.terminal = std::clamp(evaluator.evaluator().degree(network.terminal).value(), 0.0, 1.0);
  std::vector<std::uint64_t> other(state.begin(), state.end());
  for (std::uint32_t f = 0; f < evaluation->program().fluents.size(); ++f) {
    FluentWorth one{f, holds(state, f), {}};
    const std::uint64_t bit = std::uint64_t{1} << (f % 64);
    other[f / 64] ^= bit;
    evaluator.load(other, asked_goals);
    other[f / 64] ^= bit;
    bool any = false;
    for (std::uint32_t r = 0; r < result.values.size(); ++r) {
      const double difference = result.values[r] - evaluator.value(RoleId{r});
      one.worth.push_back(one.holds ? difference : -difference);
      any = any || std::fabs(difference) > kLeastWorth;
    }
    if (any) result.fluents.push_back(std::move(one));
  }
  return result;
}

}  // namespace agon::knowledge::evaluation
