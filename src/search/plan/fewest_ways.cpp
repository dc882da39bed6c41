#include "search/plan/fewest_ways.h"

#include <numeric>

namespace agon::search::plan {

Strategy::Status FewestWays::work(std::uint64_t states) {
  const std::uint64_t end = task_.effort.states + states;
  if (!started_) {
    if (task_.progress.costs().condition_count() < 2) return Status::GaveUp;
    line_.start(open(task_.root));
    started_ = true;
  }
  while (task_.effort.states < end && !task_.best.solved()) {
    if (line_.empty() || known_.size() >= max_known_) return Status::GaveUp;
    line_.step(
        task_, name(), [&](std::uint64_t key) { return known_.contains(key); },
        [&](const Engine::State& state) { return open(state); }, [&](std::uint64_t key) { known_.insert(key); });
  }
  return Status::Working;
}

FewestWays::Level FewestWays::open(const Engine::State& state) {
  const GoalCosts& costs = task_.progress.costs();
  task_.effort.visit(static_cast<std::uint32_t>(line_.depth()));
  Level level;
  level.state = state;
  task_.legal(state, level.moves);
  // 1. What is left to do.
  std::vector<std::size_t> unmet;
  task_.progress.unmet(task_.scratch, state);
  for (std::size_t c = 0; c < costs.condition_count(); ++c) {
    if (!costs.is_met(c)) unmet.push_back(c);
  }
  // 2. Who can do it.
  ways_.assign(unmet.size(), {});
  for (std::uint32_t i = 0; i < level.moves.size() && !unmet.empty(); ++i) {
    Engine::State next = state;
    task_.apply(next, level.moves[i]);
    task_.progress.unmet(task_.scratch, next);
    for (std::size_t u = 0; u < unmet.size(); ++u) {
      if (costs.is_met(unmet[u])) ways_[u].push_back(i);
    }
  }
  // 3. The condition with the least choice; when all are met, whatever ends the match.
  if (unmet.empty()) {
    level.order.resize(level.moves.size());
    std::iota(level.order.begin(), level.order.end(), 0U);
    return level;
  }
  std::size_t least = 0;
  for (std::size_t u = 1; u < unmet.size(); ++u) {
    if (ways_[u].size() < ways_[least].size()) least = u;
  }
  level.order = ways_[least];
  return level;
}

}  // namespace agon::search::plan
