// The baselines that every other evaluation has to beat: nothing, mobility, and the goals that hold already.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>

#include "search/evaluation/evaluation.h"

namespace agon::search {

class EvaluationMaker;

// Knows nothing: the middle.
template <game::Engine E>
class ConstantEvaluation final : public Evaluation<E> {
 public:
  void values(const E&, typename E::Scratch&, const typename E::State&, std::span<double> out) override {
    std::ranges::fill(out, kMiddle);
  }
};

// A role's share of all legal moves.
template <game::Engine E>
class MobilityEvaluation final : public Evaluation<E> {
 public:
  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    for (std::uint32_t r = 0; r < out.size(); ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, moves_);
      out[r] = static_cast<double>(moves_.size());
    }
    const double all = std::accumulate(out.begin(), out.end(), 0.0);
    for (double& value : out) value = all > 0 ? 100 * value / all : kMiddle;
  }

 private:
  game::MoveBuffer moves_;
};

// The goal value that the rules already give to the state, as many do in every state; else the middle.
template <game::Engine E>
class GoalEvaluation final : public Evaluation<E> {
 public:
  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    for (std::uint32_t r = 0; r < out.size(); ++r) {
      const int goal = engine.goal(scratch, state, RoleId{r});
      out[r] = goal == game::kNoGoal ? kMiddle : goal;
    }
  }
};

[[nodiscard]] std::shared_ptr<const EvaluationMaker> constant_evaluation();
[[nodiscard]] std::shared_ptr<const EvaluationMaker> mobility_evaluation();
[[nodiscard]] std::shared_ptr<const EvaluationMaker> goal_evaluation();

}  // namespace agon::search
