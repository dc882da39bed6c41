#include "search/plan/fewest_ways.h"

#include <numeric>

namespace agon::search::plan {

Strategy::Status FewestWays::work(std::uint64_t states) {
  const std::uint64_t end = task_.effort.states + states;
  if (!started_) {
    if (task_.progress.costs().condition_count() < 2) return Status::GaveUp;
    stack_.push_back(open(task_.root));
    started_ = true;
  }
  while (task_.effort.states < end && !task_.best.solved()) {
    if (stack_.empty() || known_.size() >= max_known_) return Status::GaveUp;
    Level& top = stack_.back();
    if (top.next < top.tries.size()) {
      step(top);
      continue;
    }
    stack_.pop_back();
    if (!choices_.empty()) choices_.pop_back();
  }
  return Status::Working;
}

// Nothing changes before the last question that may interrupt, so that the search can go on from here later.
void FewestWays::step(Level& top) {
  const std::uint32_t choice = top.tries[top.next];
  Engine::State state = top.state;
  task_.apply(state, top.moves[choice]);
  if (task_.is_terminal(state)) {
    choices_.push_back(choice);
    task_.best.offer(task_.goal(state), choices_, name());
    choices_.pop_back();
    ++top.next;
    return;
  }
  const std::uint64_t key = task_.engine->hash(state);
  if (known_.contains(key)) {
    ++top.next;
    return;
  }
  Level level = open(state);
  known_.insert(key);
  ++top.next;
  choices_.push_back(choice);
  stack_.push_back(std::move(level));
}

FewestWays::Level FewestWays::open(const Engine::State& state) {
  const GoalCosts& costs = task_.progress.costs();
  task_.effort.visit(static_cast<std::uint32_t>(stack_.size()));
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
    level.tries.resize(level.moves.size());
    std::iota(level.tries.begin(), level.tries.end(), 0U);
    return level;
  }
  std::size_t least = 0;
  for (std::size_t u = 1; u < unmet.size(); ++u) {
    if (ways_[u].size() < ways_[least].size()) least = u;
  }
  level.tries = ways_[least];
  return level;
}

}  // namespace agon::search::plan
