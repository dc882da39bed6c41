#include "knowledge/evaluation/goal_evaluation.h"

#include <algorithm>
#include <ctime>

namespace agon::knowledge::evaluation {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

GoalEvaluation::GoalEvaluation(const gdl::Rules& rules, std::shared_ptr<const ground::GroundProgram> program, Mode mode,
                               std::shared_ptr<const FluentDistance> distance, UnrollOptions options)
    : mode_(mode), program_(std::move(program)) {
  const double start = processor_seconds();
  options.grounded = mode != Mode::Plain;
  options.orders = mode == Mode::Structure;
  const bool measures = mode == Mode::Structure || mode == Mode::Distance;
  plan_ = std::make_shared<const Plan>(unroll(rules, *program_, options), program_->fluents.size(),
                                       measures ? std::move(distance) : nullptr);
  seconds_ = processor_seconds() - start;
}

StateEvaluator::StateEvaluator(std::shared_ptr<const GoalEvaluation> evaluation)
    : evaluation_(std::move(evaluation)), evaluator_(evaluation_->plan()) {
  const Network& network = evaluation_->plan()->network();
  for (const NodeIndex node : evaluation_->plan()->asked_goals())
    asked_.push_back({network.nodes[node].role, network.nodes[node].value});
  for (const int value : network.values) weight_ += value;
}

double StateEvaluator::value(const GoalFormula& goal) const {
  const Degree formula = evaluator_.degree(goal.formula), terminal = evaluator_.degree(evaluation_->plan()->network().terminal);
  // The fold of two parts: the threshold acts on the conjunction only if both hold, and on the disjunction only if both fail.
  if (formula.holds) return std::clamp(root(formula.up + terminal.up), 0.0, 1.0);
  return std::clamp(1 - root(formula.down + terminal.up), 0.0, 1.0);
}

double StateEvaluator::value(RoleId role) const {
  if (weight_ == 0) return 0;  // nobody can get anything
  double sum = 0;
  for (const GoalFormula& goal : evaluation_->plan()->network().goals[role.index()]) {
    if (goal.value > 0) sum += goal.value * value(goal);
  }
  return 100 * sum / weight_;
}

}  // namespace agon::knowledge::evaluation
