// What a state that is not terminal might be worth: the plug-in of the deepening search, and the baselines every other evaluation
// has to beat. Values are 0..100 for every role; they need not add up to anything, so a search never derives one role's value from
// another's.
#pragma once

#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "game/engine.h"
#include "search/minimax/options.h"

namespace agon::search::minimax {

inline constexpr double kMiddle = 50;

template <game::Engine E>
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  // Fills a value for each role. One virtual call a leaf is nothing beside the questions a leaf asks its engine.
  virtual void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) = 0;
};

// Knows nothing: the middle.
template <game::Engine E>
class ConstantEvaluation final : public Evaluation<E> {
 public:
  void values(const E&, typename E::Scratch&, const typename E::State&, std::span<double> out) override {
    for (double& value : out) value = kMiddle;
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
class GoalProximityEvaluation final : public Evaluation<E> {
 public:
  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    for (std::uint32_t r = 0; r < out.size(); ++r) {
      const int goal = engine.goal(scratch, state, RoleId{r});
      out[r] = goal == game::kNoGoal ? kMiddle : goal;
    }
  }
};

// A weighted mean. Precondition: the weights are not negative and not all zero.
template <game::Engine E>
class MixedEvaluation final : public Evaluation<E> {
 public:
  struct Part {
    double weight = 1;
    std::unique_ptr<Evaluation<E>> evaluation;
  };
  explicit MixedEvaluation(std::vector<Part> parts) : parts_(std::move(parts)) {
    for (const Part& part : parts_) all_ += part.weight;
    AGON_ASSERT(all_ > 0);
  }
  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    for (double& value : out) value = 0;
    one_.resize(out.size());
    for (const Part& part : parts_) {
      part.evaluation->values(engine, scratch, state, one_);
      for (std::size_t r = 0; r < out.size(); ++r) out[r] += part.weight / all_ * one_[r];
    }
  }

 private:
  std::vector<Part> parts_;
  double all_ = 0;
  std::vector<double> one_;
};

// The mixture of baselines; without any weight, the constant.
template <game::Engine E>
std::unique_ptr<Evaluation<E>> make_evaluation(const EvaluationMix& mix) {
  std::vector<typename MixedEvaluation<E>::Part> parts;
  if (mix.constant > 0) parts.push_back({mix.constant, std::make_unique<ConstantEvaluation<E>>()});
  if (mix.mobility > 0) parts.push_back({mix.mobility, std::make_unique<MobilityEvaluation<E>>()});
  if (mix.goal_proximity > 0) parts.push_back({mix.goal_proximity, std::make_unique<GoalProximityEvaluation<E>>()});
  if (parts.empty()) return std::make_unique<ConstantEvaluation<E>>();
  if (parts.size() == 1) return std::move(parts.front().evaluation);
  return std::make_unique<MixedEvaluation<E>>(std::move(parts));
}

}  // namespace agon::search::minimax
