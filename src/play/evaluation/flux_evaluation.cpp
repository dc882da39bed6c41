#include "play/evaluation/flux_evaluation.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/assert.h"
#include "play/evaluation/kit_knowledge.h"
#include "play/evaluation/state_bits.h"

namespace agon::play {
namespace {

using knowledge::evaluation::GoalEvaluation;
using knowledge::evaluation::Mode;
using knowledge::evaluation::StateEvaluator;

template <game::Engine E>
class FluxEvaluation final : public search::Evaluation<E> {
 public:
  FluxEvaluation(const E& engine, std::shared_ptr<const GoalEvaluation> evaluation)
      : bits_(engine, evaluation->program()), evaluator_(std::move(evaluation)), goals_(evaluator_.asked().size(), false) {}

  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      engine.goal_values(scratch, state, evaluator_.asked()[i].role, values_);
      goals_[i] = std::ranges::find(values_, evaluator_.asked()[i].value) != values_.end();
    }
    evaluator_.load(bits_.of(engine, state), goals_);
    for (std::uint32_t r = 0; r < out.size(); ++r) out[r] = evaluator_.value(RoleId{r});
  }

 private:
  StateBitReader<E> bits_;
  StateEvaluator evaluator_;
  std::vector<bool> goals_;
  std::vector<int> values_;
};

class FluxMaker final : public search::GenericEvaluationMaker<FluxMaker> {
 public:
  explicit FluxMaker(std::shared_ptr<const GoalEvaluation> evaluation) : evaluation_(std::move(evaluation)) {}
  template <game::Engine E>
  [[nodiscard]] std::unique_ptr<search::Evaluation<E>> make_for(const E& engine) const {
    return std::make_unique<FluxEvaluation<E>>(engine, evaluation_);
  }

 private:
  std::shared_ptr<const GoalEvaluation> evaluation_;
};

class UnboundFlux final : public KitEvaluation {
 public:
  explicit UnboundFlux(Mode mode) : mode_(mode) {}
  Result<std::shared_ptr<const search::EvaluationMaker>> bound_to(GameKit& kit) const override {
    Result<std::shared_ptr<const GoalEvaluation>> evaluation = goal_evaluation(kit, mode_);
    if (!evaluation) return evaluation.error();
    return evaluation_maker(*evaluation);
  }

 private:
  Mode mode_;
};

class UnboundMix final : public KitEvaluation {
 public:
  explicit UnboundMix(std::vector<search::EvaluationPart> parts) : parts_(std::move(parts)) {}
  Result<std::shared_ptr<const search::EvaluationMaker>> bound_to(GameKit& kit) const override {
    std::vector<search::EvaluationPart> parts = parts_;
    for (search::EvaluationPart& part : parts) {
      if (const Status bound = bind_evaluation(part.evaluation, kit); !bound) return bound.error();
    }
    return search::mixed_evaluation(std::move(parts));
  }

 private:
  std::vector<search::EvaluationPart> parts_;
};

}  // namespace

std::unique_ptr<search::Evaluation<engines::CircuitEngine>> KitEvaluation::make(const engines::CircuitEngine&) const {
  AGON_ASSERT(!"an evaluation of the rules must be bound to a game");
  return nullptr;
}
std::unique_ptr<search::Evaluation<game::AnyEngine>> KitEvaluation::make(const game::AnyEngine&) const {
  AGON_ASSERT(!"an evaluation of the rules must be bound to a game");
  return nullptr;
}

std::shared_ptr<const search::EvaluationMaker> flux_evaluation(Mode mode) { return std::make_shared<UnboundFlux>(mode); }
std::shared_ptr<const search::EvaluationMaker> kit_mix(std::vector<search::EvaluationPart> parts) {
  return std::make_shared<UnboundMix>(std::move(parts));
}
std::shared_ptr<const search::EvaluationMaker> evaluation_maker(std::shared_ptr<const GoalEvaluation> evaluation) {
  return std::make_shared<FluxMaker>(std::move(evaluation));
}

Status bind_evaluation(std::shared_ptr<const search::EvaluationMaker>& evaluation, GameKit& kit) {
  const auto unbound = std::dynamic_pointer_cast<const KitEvaluation>(evaluation);
  if (!unbound) return done();
  Result<std::shared_ptr<const search::EvaluationMaker>> bound = unbound->bound_to(kit);
  if (!bound) return bound.error();
  evaluation = std::move(*bound);
  return done();
}

}  // namespace agon::play
