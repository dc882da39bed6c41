// From a state to the end of the game by the playout policy, one state at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"
#include "search/mcts/move_statistics.h"
#include "search/mcts/nested.h"
#include "search/mcts/simulation.h"

namespace agon::search::mcts {

template <game::Engine E>
class PlayoutPolicy {
 public:
  using State = typename E::State;

  // `statistics`: of MAST and NST, else null. `traced`: somebody wants to know which moves were made.
  PlayoutPolicy(const E& engine, const Playout& options, MoveStatistics* statistics, bool traced)
      : engine_(engine), options_(options), statistics_(statistics), traced_(traced), roles_(engine.info().role_count()), legal_(roles_), joint_(roles_) {}

  // Plays from sim.state, which must not be terminal, and fills values and outcome. False if the time was up before the end.
  [[nodiscard]] bool run(typename E::Scratch& scratch, Simulation<State>& sim, Rng& rng, const Budget& limits) {
    if (options_.nested > 0) return run_nested(scratch, sim, rng, limits);
    if constexpr (requires(std::uint32_t n) { engine_.playout(scratch, sim.state, rng, n); }) {
      if (statistics_ == nullptr && !traced_ && options_.cutoff == 0) {
        const auto result = engine_.playout(scratch, sim.state, rng, options_.max_steps);
        sim.steps = sim.states = result.steps;
        sim.ended = result.ended;
        for (std::size_t r = 0; r < roles_; ++r) sim.outcome[r] = result.ended ? std::max(0, result.goals[r]) / 100.0 : kCutOff;
        discount(sim);
        return true;
      }
    }
    const std::uint32_t limit = options_.cutoff > 0 ? std::min(options_.cutoff, options_.max_steps) : options_.max_steps;
    for (;; sim.states = ++sim.steps) {
      if (sim.steps % kStepsBetweenLooks == 0 && (limits.stopped() || limits.late())) return false;
      sim.ended = engine_.is_terminal(scratch, sim.state);
      if (sim.ended || sim.steps >= limit || !choose(scratch, sim, rng)) break;
      engine_.apply(scratch, sim.state, joint_);
      sim.trace.add(joint_);
    }
    if (sim.ended || options_.cutoff > 0) {
      evaluate(scratch, sim);
    } else {
      std::fill(sim.outcome.begin(), sim.outcome.end(), kCutOff);
      discount(sim);
    }
    return true;
  }

  // What a state is worth where a playout stops: its goals. A goal that is missing counts nothing at the end and the middle before.
  void evaluate(typename E::Scratch& scratch, Simulation<State>& sim) {
    for (std::uint32_t r = 0; r < roles_; ++r) {
      const int goal = engine_.goal(scratch, sim.state, RoleId{r});
      sim.outcome[r] = goal != game::kNoGoal ? goal / 100.0 : (sim.ended ? 0 : kCutOff);
    }
    discount(sim);
  }

 private:
  static constexpr std::uint32_t kStepsBetweenLooks = 8;  // at the clock: a step of a slow engine takes milliseconds

  bool choose(typename E::Scratch& scratch, const Simulation<State>& sim, Rng& rng) {
    for (std::uint32_t r = 0; r < roles_; ++r) {
      engine_.legal_moves(scratch, sim.state, RoleId{r}, legal_[r]);
      const auto count = static_cast<std::uint32_t>(legal_[r].size());
      if (count == 0) return false;
      const bool by_chance = engine_.info().random == RoleId{r};
      const std::size_t i = count == 1 ? 0
                            : statistics_ != nullptr && !by_chance ? statistics_->choose(r, legal_[r], sim.trace, rng)
                                                                   : rng.below(count);
      joint_[r] = legal_[r][i];
    }
    return true;
  }

  bool run_nested(typename E::Scratch& scratch, Simulation<State>& sim, Rng& rng, const Budget& limits) {
    NestedPlayer<E> player(engine_, scratch,
                           {.discount = options_.nested_discount, .pruning = options_.pruning, .levels = ~0U, .max_steps = options_.max_steps},
                           &limits);
    const auto out = player.playout(sim.state, options_.nested, rng.next());
    sim.steps = out.depth;
    sim.states = player.states();
    if (player.interrupted()) return false;
    sim.ended = out.ended;
    for (std::size_t r = 0; r < roles_; ++r) sim.outcome[r] = out.values[r];
    discount(sim);
    return true;
  }

  void discount(Simulation<State>& sim) const {
    const double left = options_.discount == 1 ? 1 : std::pow(options_.discount, sim.steps);
    for (std::size_t r = 0; r < roles_; ++r) sim.values[r] = 0.5 + (sim.outcome[r] - 0.5) * left;
  }

  const E& engine_;
  Playout options_;
  MoveStatistics* statistics_;
  bool traced_;
  std::size_t roles_;
  std::vector<game::MoveBuffer> legal_;
  std::vector<MoveId> joint_;
};

}  // namespace agon::search::mcts
