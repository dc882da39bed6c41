// The Monte-Carlo driver of "Comparison of GDL Reasoners" (Schiffel and Bjornsson, GIGA 2013): random playouts one after the other,
// no tree, goals asked for at the end. A stream is interrupted by the clock in mid-playout and goes on there the next time, so long
// playouts are counted as often as short ones.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "game/capabilities.h"
#include "lab/bench/alarm.h"
#include "lab/bench/statistics.h"

namespace agon::lab {

template <game::Engine E>
class PlayoutStream {
 public:
  PlayoutStream(const E& engine, std::uint64_t seed, std::uint32_t max_steps)
      : engine_(engine),
        scratch_(engine.make_scratch()),
        start_(engine.initial_state(scratch_)),
        state_(start_),
        rng_(seed),
        max_steps_(max_steps),
        legal_(engine.info().role_count()),
        joint_(engine.info().role_count()) {
    statistics_.goals.resize(engine.info().role_count());
  }

  void run(Alarm& alarm) {
    const std::uint64_t before = work();
    while (!alarm.rings(work() - before)) advance();
  }
  void run(std::uint64_t playouts) {
    const std::uint64_t until = statistics_.length.count + playouts;
    while (statistics_.length.count < until) advance();
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }  // moves made, those of the playout under way included
  [[nodiscard]] const PlayoutStatistics& statistics() const { return statistics_; }

 private:
  // Grows with every call of advance(), also in a game that is over before it begins.
  [[nodiscard]] std::uint64_t work() const { return states_ + statistics_.length.count; }

  void advance() {
    if constexpr (game::PlayoutEngine<E>) {
      const game::PlayoutResult result = engine_.playout(scratch_, start_, rng_, max_steps_);
      states_ += result.steps;
      statistics_.length.add(result.steps);
      if (!result.ended) ++statistics_.cut;
      for (std::size_t r = 0; r < legal_.size(); ++r) add_goal(r, result.ended ? result.goals[r] : game::kNoGoal);
    } else {
      step();
    }
  }

  void step() {
    const auto roles = static_cast<std::uint32_t>(legal_.size());
    if (engine_.is_terminal(scratch_, state_)) {
      for (std::uint32_t r = 0; r < roles; ++r) add_goal(r, engine_.goal(scratch_, state_, RoleId{r}));
      return restart();
    }
    bool stuck = steps_ == max_steps_;
    for (std::uint32_t r = 0; r < roles && !stuck; ++r) {
      engine_.legal_moves(scratch_, state_, RoleId{r}, legal_[r]);
      stuck = legal_[r].empty();
      if (!stuck)
        joint_[r] = legal_[r].size() == 1 ? legal_[r][0] : legal_[r][rng_.below(static_cast<std::uint32_t>(legal_[r].size()))];
    }
    if (stuck) {
      ++statistics_.cut;
      for (std::uint32_t r = 0; r < roles; ++r) add_goal(r, game::kNoGoal);
      return restart();
    }
    engine_.apply(scratch_, state_, joint_);
    ++steps_;
    ++states_;
  }

  void add_goal(std::size_t role, int goal) { statistics_.goals[role].add(goal == game::kNoGoal ? 0 : goal); }
  void restart() {
    statistics_.length.add(steps_);
    steps_ = 0;
    state_ = start_;
  }

  const E& engine_;
  typename E::Scratch scratch_;
  typename E::State start_;
  typename E::State state_;
  Rng rng_;
  std::uint32_t max_steps_;
  std::uint32_t steps_ = 0;
  std::uint64_t states_ = 0;
  std::vector<game::MoveBuffer> legal_;
  std::vector<MoveId> joint_;
  PlayoutStatistics statistics_;
};

}  // namespace agon::lab
