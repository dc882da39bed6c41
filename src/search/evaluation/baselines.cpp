#include "search/evaluation/baselines.h"

#include "search/evaluation/maker.h"

namespace agon::search {
namespace {

// An evaluation without settings. (As a GenericEvaluationMaker it would name itself, which g++ 12 rejects for constrained
// templates.)
template <template <game::Engine> class Body>
class PlainMaker final : public EvaluationMaker {
 public:
  [[nodiscard]] std::unique_ptr<Evaluation<engines::CircuitEngine>> make(const engines::CircuitEngine&) const override {
    return std::make_unique<Body<engines::CircuitEngine>>();
  }
  [[nodiscard]] std::unique_ptr<Evaluation<game::AnyEngine>> make(const game::AnyEngine&) const override {
    return std::make_unique<Body<game::AnyEngine>>();
  }
};

}  // namespace

std::shared_ptr<const EvaluationMaker> constant_evaluation() { return std::make_shared<PlainMaker<ConstantEvaluation>>(); }
std::shared_ptr<const EvaluationMaker> mobility_evaluation() { return std::make_shared<PlainMaker<MobilityEvaluation>>(); }
std::shared_ptr<const EvaluationMaker> goal_evaluation() { return std::make_shared<PlainMaker<GoalEvaluation>>(); }

}  // namespace agon::search
