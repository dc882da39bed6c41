#include "lab/lanes_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "game/random_step.h"
#include "lab/bench/statistics.h"

namespace agon::lab {
namespace {

using Clock = std::chrono::steady_clock;
using engines::CircuitEngine;
using engines::StateWords;

StateWords words_of(const CircuitEngine::State& state) { return {state.words.begin(), state.words.end()}; }

class LanesCheck {
 public:
  LanesCheck(const engines::Lanes& lanes, const CircuitEngine& engine, const LanesCheckOptions& options)
      : lanes_(lanes),
        engine_(engine),
        options_(options),
        scratch_(engine.make_scratch()),
        rng_(mix(options.seed, 0x6c616e6573ULL)) {}

  LanesReport run() {
    if (whole_matches()) middle_of_matches();
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::size_t roles() const { return engine_.info().role_count(); }
  bool fail(std::string what) {
    report_.what = std::move(what);
    return false;
  }

  void add(PlayoutStatistics& statistics, const game::PlayoutResult& result) {
    statistics.length.add(result.steps);
    statistics.cut += result.ended ? 0 : 1;
    for (std::size_t r = 0; r < roles(); ++r) statistics.goals[r].add(std::max(0, result.goals[r]));
  }

  bool whole_matches() {
    PlayoutStatistics expected;
    expected.goals.resize(roles());
    const auto end = Clock::now() + options_.time / 2;
    const CircuitEngine::State initial = engine_.initial_state(scratch_);
    for (std::uint64_t i = 0; i < options_.playouts && (i < 2 || Clock::now() < end); ++i)
      add(expected, engine_.playout(scratch_, initial, rng_, lanes_.options().max_steps));
    report_.references += expected.length.count;
    // At least as many as the reference: what is rare is then known to be rare from the larger sample.
    engines::PlayoutTotals totals;
    const auto lanes_end = Clock::now() + options_.time / 2;
    for (std::uint64_t round = 0;
         totals.playouts < expected.length.count || (totals.playouts < options_.playouts && Clock::now() < lanes_end); ++round)
      totals.add(lanes_.playouts(1, 1, mix(options_.seed, round), 1, true));
    report_.playouts += totals.playouts;

    PlayoutStatistics found;
    found.cut = totals.cut;
    std::uint64_t states = 0;
    for (std::size_t n = 0; n < totals.lengths.size(); ++n) {
      if (totals.lengths[n] > 0) found.length.add(static_cast<double>(n), totals.lengths[n]);
      states += n * totals.lengths[n];
    }
    if (found.length.count != totals.playouts || states != totals.states)
      return fail(fmt::format("{} playouts with {} moves, but {} and {} by their lengths", totals.playouts, totals.states,
                              found.length.count, states));
    for (std::uint32_t r = 0; r < roles(); ++r) {
      Sample goal;
      for (std::size_t v = 0; v < totals.goals[r].size(); ++v) {
        if (totals.goals[r][v] > 0) goal.add(lanes_.goal_values(RoleId{r})[v], totals.goals[r][v]);
      }
      if (goal.count > totals.playouts) return fail(fmt::format("{} goals of {} in {} playouts", goal.count, r, totals.playouts));
      if (goal.count < totals.playouts) goal.add(0, totals.playouts - goal.count);
      found.goals.push_back(goal);
    }
    if (auto what = disagreement(expected, found, options_.errors)) return fail("from the start: " + *what);
    return true;
  }

  // States along random matches, terminal ones included.
  std::vector<CircuitEngine::State> some_states() {
    std::vector<CircuitEngine::State> states;
    const auto end = Clock::now() + options_.time / 4;
    game::RandomStep<CircuitEngine> random(engine_);
    while (states.size() < options_.starts && (states.empty() || Clock::now() < end)) {
      CircuitEngine::State state = engine_.initial_state(scratch_);
      for (std::uint32_t step = 0; step < 200 && states.size() < options_.starts; ++step) {
        const bool terminal = engine_.is_terminal(scratch_, state);
        if (terminal || rng_.below(8) == 0) states.push_back(state);
        if (!random.step(scratch_, state, rng_)) break;
      }
    }
    return states;
  }

  void middle_of_matches() {
    const std::vector<CircuitEngine::State> states = some_states();
    std::vector<StateWords> starts;
    std::ranges::transform(states, std::back_inserter(starts), words_of);
    constexpr std::uint32_t kCount = 16;
    const engines::BatchResult batch = lanes_.batch(starts, kCount, options_.seed);
    std::vector<Sample> expected(roles());
    std::vector<double> sums(roles());
    std::uint64_t compared = 0;
    const auto end = Clock::now() + options_.time / 2;
    for (std::size_t i = 0; i < states.size() && Clock::now() < end; ++i) {
      if (batch.playouts[i] != kCount) {
        fail(fmt::format("{} of {} playouts from start {}", batch.playouts[i], kCount, i));
        return;
      }
      report_.playouts += kCount;
      if (engine_.is_terminal(scratch_, states[i])) {
        ++report_.terminals;
        for (std::uint32_t r = 0; r < roles(); ++r) {
          const auto goal = static_cast<std::uint64_t>(std::max(0, engine_.goal(scratch_, states[i], RoleId{r})));
          if (batch.goal_sum(i, r) == goal * kCount) continue;
          fail(fmt::format("terminal start: goals of {} add up to {}, should be {}", engine_.info().roles[r], batch.goal_sum(i, r),
                           goal * kCount));
          return;
        }
        continue;
      }
      for (std::uint32_t n = 0; n < kCount; ++n) {
        const game::PlayoutResult result = engine_.playout(scratch_, states[i], rng_, lanes_.options().max_steps);
        for (std::size_t r = 0; r < roles(); ++r) expected[r].add(std::max(0, result.goals[r]));
      }
      report_.references += kCount;
      compared += kCount;
      for (std::size_t r = 0; r < roles(); ++r) sums[r] += static_cast<double>(batch.goal_sum(i, r));
    }
    for (std::size_t r = 0; r < roles() && compared > 0; ++r) {
      // The goals one by one are not known. Their variance is taken to be the largest that goals of this mean can have: a goal that
      // is reached once in a thousand playouts must not raise an alarm because the reference never reached it.
      double best = 0;
      for (const circuit::GoalLit& goal : engine_.circuit().goals[r]) best = std::max<double>(best, goal.value);
      Sample found;
      found.count = compared + 1;  // the larger sample is the one whose variance counts
      found.sum = sums[r] * static_cast<double>(found.count) / static_cast<double>(compared);
      found.most = best;
      const double mean = (sums[r] + expected[r].sum) / (2 * static_cast<double>(compared));
      found.squares = mean * (best - mean) * static_cast<double>(compared) + found.sum * found.mean();
      if (standard_errors_apart(expected[r], found) > options_.errors) {
        fail(fmt::format("from {} states in the middle: goals of {} have mean {:.3f}, should be {:.3f}", states.size(),
                         engine_.info().roles[r], found.mean(), expected[r].mean()));
        return;
      }
    }
  }

  const engines::Lanes& lanes_;
  const CircuitEngine& engine_;
  LanesCheckOptions options_;
  CircuitEngine::Scratch scratch_;
  Rng rng_;
  LanesReport report_;
};

}  // namespace

LanesReport check_lanes(const engines::Lanes& lanes, const CircuitEngine& engine, const LanesCheckOptions& options) {
  return LanesCheck(lanes, engine, options).run();
}

}  // namespace agon::lab
