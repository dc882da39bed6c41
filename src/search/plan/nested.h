// Nested rollout policy adaptation (Rosin 2011): playouts by a policy that is drawn towards the best line so far, level within
// level. Its recursion is unrolled into counters, so that it can stop after any playout and go on later.
//
// The policy weighs moves; every second run weighs them by the step as well. Lines are compared by their goal, then by how few
// conditions of the goal they leave unmet: most puzzles say 0 until they are solved.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "search/plan/task.h"

namespace agon::search::plan {

template <game::Engine E>
class Nested final : public Strategy {
 public:
  Nested(Task<E>& task, std::uint64_t seed) : task_(task), rng_(seed) {}

  [[nodiscard]] const char* name() const override { return "nested rollouts"; }

  Status work(std::uint64_t states) override {
    const std::uint64_t end = task_.effort.states + states;
    while (task_.effort.states < end && !task_.best.solved()) {
      play(levels_[0].policy, line_);
      if (line_.ended) {
        std::vector<std::uint32_t> choices;
        for (const Step& step : line_.steps) choices.push_back(step.choice);
        task_.best.offer(line_.goal, choices, name());
      }
      learn();
    }
    return Status::Working;
  }

 private:
  using Policy = absl::flat_hash_map<std::uint64_t, double>;
  struct Step {
    std::uint32_t choice = 0;
    std::vector<std::uint64_t> codes;  // of all legal moves
  };
  struct Line {
    std::vector<Step> steps;
    bool ended = false;
    int goal = -1;
    std::uint32_t unmet = 0;
    [[nodiscard]] bool at_least(const Line& other) const {
      return goal != other.goal ? goal > other.goal : other.steps.empty() || unmet <= other.unmet;
    }
  };
  struct Level {
    Policy policy;
    Line best;
    std::uint32_t count = 0;
  };
  static constexpr std::size_t kLevels = 3;
  static constexpr std::uint32_t kIterations = 60;  // per level
  static constexpr std::size_t kMaxSteps = 500;     // playouts that go round in circles end here

  std::uint64_t code(MoveId move, std::size_t step) const { return by_step_ ? mix(move.value + 1, step + 1) : move.value; }

  void play(const Policy& policy, Line& line) {
    line.steps.clear();
    typename E::State state = task_.root;
    while (line.steps.size() < kMaxSteps && !task_.is_terminal(state)) {
      task_.effort.visit(static_cast<std::uint32_t>(line.steps.size()));
      task_.legal(state, moves_);
      if (moves_.empty()) break;
      Step step;
      for (const MoveId move : moves_) step.codes.push_back(code(move, line.steps.size()));
      step.choice = draw(policy, step.codes);
      task_.apply(state, moves_[step.choice]);
      line.steps.push_back(std::move(step));
    }
    line.ended = task_.is_terminal(state);
    line.goal = line.ended ? task_.goal(state) : -1;
    line.unmet = task_.progress.unmet(task_.scratch, state);
  }

  static double weight(const Policy& policy, std::uint64_t code) {
    const auto it = policy.find(code);
    return it == policy.end() ? 1.0 : std::exp(it->second);
  }
  std::uint32_t draw(const Policy& policy, const std::vector<std::uint64_t>& codes) {
    weights_.resize(codes.size());
    double sum = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) sum += weights_[i] = weight(policy, codes[i]);
    double at = static_cast<double>(rng_.next() >> 11U) * 0x1p-53 * sum;
    for (std::uint32_t i = 0; i + 1 < codes.size(); ++i) {
      at -= weights_[i];
      if (at < 0) return i;
    }
    return static_cast<std::uint32_t>(codes.size() - 1);
  }

  // A playout is one iteration of the lowest level; when a level is through, it is one of the level above.
  void learn() {
    if (line_.at_least(levels_[0].best)) levels_[0].best = line_;
    for (std::size_t k = 0; k < kLevels; ++k) {
      Level& level = levels_[k];
      if (k > 0 && levels_[k - 1].best.at_least(level.best)) level.best = levels_[k - 1].best;
      adapt(level.policy, level.best);
      if (++level.count < kIterations) {
        for (std::size_t below = 0; below < k; ++below) levels_[below] = {level.policy, {}, 0};
        return;
      }
    }
    levels_ = {};
    by_step_ = !by_step_;
  }

  // Each move of the line gains 1, at the expense of its alternatives in proportion to their probability.
  void adapt(Policy& policy, const Line& line) {
    Policy change;
    for (const Step& step : line.steps) {
      double sum = 0;
      for (const std::uint64_t one : step.codes) sum += weight(policy, one);
      for (const std::uint64_t one : step.codes) change[one] -= weight(policy, one) / sum;
      change[step.codes[step.choice]] += 1;
    }
    for (const auto& entry : change) policy[entry.first] += entry.second;
  }

  Task<E>& task_;
  Rng rng_;
  std::array<Level, kLevels> levels_;
  Line line_;
  bool by_step_ = false;
  game::MoveBuffer moves_;
  std::vector<double> weights_;
};

}  // namespace agon::search::plan
