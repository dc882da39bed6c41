// The loop of a playout, one state at a time: to the end of the match, to the cut-off, or until the time is up. Which moves are
// made is up to whoever calls it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "search/evaluation/baselines.h"
#include "search/evaluation/maker.h"
#include "search/mcts/playout/maker.h"
#include "search/mcts/playout/simulation.h"

namespace agon::search::mcts {

template <game::Engine E>
class PlayoutLoop {
 public:
  using State = typename E::State;

  explicit PlayoutLoop(const PlayoutSetup<E>& setup)
      : engine_(setup.engine),
        cuts_(setup.options.cutoff > 0),
        limit_(cuts_ ? std::min(setup.options.cutoff, setup.options.max_steps) : setup.options.max_steps),
        traced_(setup.traced),
        legal_(setup.roles()),
        joint_(setup.roles()),
        values_(setup.roles()) {
    if (cuts_) evaluation_ = (setup.options.evaluation ? setup.options.evaluation : goal_evaluation())->make(engine_);
  }

  // `choose(role, legal)` gives the index of a move where a role has several; chance chooses uniformly.
  template <class Choose>
  [[nodiscard]] bool run(typename E::Scratch& scratch, Simulation<State>& sim, Rng& rng, const Budget& limits, Choose&& choose) {
    for (;; sim.states = ++sim.steps) {
      if (sim.steps % kStepsBetweenLooks == 0 && (limits.stopped() || limits.late())) return false;
      sim.ended = engine_.is_terminal(scratch, sim.state);
      if (sim.ended || sim.steps >= limit_ || !choose_all(scratch, sim, rng, choose)) break;
      engine_.apply(scratch, sim.state, joint_);
      if (traced_) sim.trace.add(joint_);
    }
    evaluate(scratch, sim);
    return true;
  }

 private:
  static constexpr std::uint32_t kStepsBetweenLooks = 8;  // at the clock: a step of a slow engine takes milliseconds

  // False if a role has no move.
  template <class Choose>
  bool choose_all(typename E::Scratch& scratch, const Simulation<State>& sim, Rng& rng, Choose& choose) {
    for (std::uint32_t r = 0; r < legal_.size(); ++r) {
      engine_.legal_moves(scratch, sim.state, RoleId{r}, legal_[r]);
      const auto count = static_cast<std::uint32_t>(legal_[r].size());
      if (count == 0) return false;
      const bool by_chance = engine_.info().random == RoleId{r};
      const std::size_t i = count == 1 ? 0 : by_chance ? rng.below(count) : choose(RoleId{r}, legal_[r]);
      joint_[r] = legal_[r][i];
    }
    return true;
  }

  // What the state is worth where the playout stops. A goal that is missing at the end counts nothing.
  void evaluate(typename E::Scratch& scratch, Simulation<State>& sim) {
    if (sim.ended) {
      for (std::uint32_t r = 0; r < sim.outcome.size(); ++r)
        sim.outcome[r] = std::max(0, engine_.goal(scratch, sim.state, RoleId{r})) / 100.0;
    } else if (cuts_) {
      evaluation_->values(engine_, scratch, sim.state, values_);
      for (std::size_t r = 0; r < sim.outcome.size(); ++r) sim.outcome[r] = std::clamp(values_[r], 0.0, 100.0) / 100.0;
    } else {
      std::ranges::fill(sim.outcome, kCutOff);
    }
  }

  const E& engine_;
  bool cuts_;
  std::uint32_t limit_;
  bool traced_;
  std::unique_ptr<Evaluation<E>> evaluation_;  // of states where a playout is cut off
  std::vector<game::MoveBuffer> legal_;
  std::vector<MoveId> joint_;
  std::vector<double> values_;
};

}  // namespace agon::search::mcts
