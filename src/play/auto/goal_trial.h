// Are the goals of nonterminal states a good evaluation function? Some rule sheets count points in every state. Where a point once
// won stays won (captures), a shallow search that counts them is stronger than random playouts; where points are turned over at the
// end (Othello), it is much weaker. Random matches cannot tell the two apart, so both searches play a few matches. Where goals do
// not change before the end, no match is needed.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engines/lanes/lanes.h"
#include "play/auto/duel.h"
#include "search/minimax/constant_sum.h"
#include "search/minimax/options.h"

namespace agon::play {

struct GoalSample {
  double length = 0;    // mean steps of a random match
  bool turns = true;    // never simultaneous choices
  bool graded = false;  // players have goals in nonterminal states, and these change
};

// Random matches, the same number on every machine.
[[nodiscard]] GoalSample sample_goals(const game::AnyEngine& engine, std::uint64_t seed = 1);

struct GoalTrial {
  GoalSample sample;
  std::optional<DuelScore> score;  // iterative deepening on goals against tree search with playouts in lanes
  [[nodiscard]] bool goals_are_better() const { return score && score->lead() >= DuelOptions{}.lead; }
};

// Iterative deepening with goals as evaluation; paranoid, with alpha-beta cuts, where their sum is constant, if only as observed.
[[nodiscard]] search::minimax::MinimaxOptions goal_search(const std::optional<game::Fact<int>>& sum);

// Costs a fixed number of states, most of them where goals are graded. Two players, perfect information; otherwise no matches.
[[nodiscard]] GoalTrial try_goals(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                                  const std::optional<game::Fact<int>>& sum, const std::atomic<bool>* stop = nullptr);

}  // namespace agon::play
