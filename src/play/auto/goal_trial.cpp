#include "play/auto/goal_trial.h"

#include <algorithm>

#include "base/rng.h"
#include "play/strategy/mcts_strategy.h"
#include "search/mcts/make_mcts.h"
#include "search/minimax/deciders.h"
#include "search/minimax/minimax.h"

namespace agon::play {
namespace {

constexpr int kSampledMatches = 20;
constexpr std::size_t kLongest = 1'000;             // steps
constexpr std::uint64_t kDuelStates = 100'000;      // of the deepening search, in all matches
constexpr std::uint64_t kLeast = 100, kMost = 600;  // per move
// States that lanes play out while the deepening search visits one: from 13 to 690 in the games measured, 90 in the middle. Fewer
// than that: a search of few states keeps lanes full of playouts that a longer one does without.
constexpr std::uint64_t kLaneStates = 48;
constexpr std::size_t kMemory = std::size_t{64} << 20U, kTable = std::size_t{4} << 20U;

using Goals = std::vector<int>;

class Sampler {
 public:
  Sampler(const game::AnyEngine& engine, std::uint64_t seed) : engine_(engine), scratch_(engine.make_scratch()), rng_(seed) {}

  GoalSample run() {
    GoalSample sample;
    std::size_t steps = 0;
    for (int i = 0; i < kSampledMatches; ++i) steps += match(sample);
    sample.length = static_cast<double>(steps) / kSampledMatches;
    return sample;
  }

 private:
  // Plays one; returns its length.
  std::size_t match(GoalSample& sample) {
    game::AnyState state = engine_.initial_state(scratch_);
    const Goals start = goals(state);
    for (std::size_t step = 0;; ++step) {
      if (step >= kLongest || engine_.is_terminal(scratch_, state)) return step;
      const Goals here = goals(state);
      if (here != start && std::ranges::find(here, game::kNoGoal) == here.end()) sample.graded = true;
      deciders_.find(engine_, scratch_, state, RoleId{0});
      if (deciders_.stuck) return step;
      if (deciders_.simultaneous) sample.turns = false;
      deciders_.first_moves(joint_);
      for (const RoleId role : deciders_.order) {
        const game::MoveBuffer& legal = deciders_.legal[role.index()];
        joint_[role.index()] = legal[rng_.below(static_cast<std::uint32_t>(legal.size()))];
      }
      engine_.apply(scratch_, state, joint_);
    }
  }
  Goals goals(const game::AnyState& state) {
    Goals result;
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) result.push_back(engine_.goal(scratch_, state, RoleId{r}));
    return result;
  }

  const game::AnyEngine& engine_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  search::minimax::Deciders deciders_;
  std::vector<MoveId> joint_;
};

}  // namespace

GoalSample sample_goals(const game::AnyEngine& engine, std::uint64_t seed) { return Sampler(engine, seed).run(); }

search::minimax::MinimaxOptions goal_search(const std::optional<game::Fact<int>>& sum) {
  search::minimax::MinimaxOptions options;
  options.paranoid = sum.has_value();
  if (sum && sum->proved()) {
    options.constant_sum = search::minimax::ConstantSum::Proved;
    options.sum = sum->value;
  }
  return options;
}

GoalTrial try_goals(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                    const std::optional<game::Fact<int>>& sum, const std::atomic<bool>* stop) {
  const game::GameInfo& info = engine.info();
  GoalTrial trial;
  if (info.hidden || info.random || info.role_count() != 2) return trial;
  trial.sample = sample_goals(engine);
  if (!trial.sample.graded || !trial.sample.turns) return trial;

  search::minimax::MinimaxOptions counting = goal_search(sum);
  counting.table_bytes = kTable;
  search::mcts::Options playing;
  playing.lanes = true;
  playing.memory_bytes = kMemory;
  take_sum(sum, playing);
  const auto first = search::minimax::make_minimax(engine, counting);
  const auto second = search::make_mcts(engine, lanes, playing);
  if (!first || !second) return trial;

  const DuelOptions options{.stop = stop};
  const double moves = std::max(1.0, trial.sample.length / 2 * options.matches);
  const std::uint64_t states = std::clamp(static_cast<std::uint64_t>(kDuelStates / moves), kLeast, kMost);
  trial.score = play_duel(engine, {first->get(), states}, {second->get(), states * kLaneStates}, options);
  return trial;
}

}  // namespace agon::play
