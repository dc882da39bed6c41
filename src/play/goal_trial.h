// Are the goals of unfinished states a good evaluation? Some rule sheets count points in every state. Where a point that is won stays
// won (captures), a search that looks a few moves ahead and counts them is stronger than random playouts; where points are turned over
// at the end (Othello), it is much weaker. Random matches cannot tell the two apart, so both searches play a few matches. Where goals
// do not change before the end, no match is needed.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engines/lanes/lanes.h"
#include "play/duel.h"
#include "search/minimax/constant_sum.h"
#include "search/minimax/options.h"

namespace agon::play {

struct GoalSample {
  double length = 0;    // mean steps of a random match
  bool turns = true;    // nobody ever had to choose at the same time as somebody else
  bool graded = false;  // players have goals in unfinished states, and these change
};

// Random matches, as many on every machine.
[[nodiscard]] GoalSample sample_goals(const game::AnyEngine& engine, std::uint64_t seed = 1);

struct GoalTrial {
  GoalSample sample;
  std::optional<DuelScore> score;  // of a deepening search on goals against a tree search with playouts in lanes
  [[nodiscard]] bool goals_are_better() const { return score && score->lead() >= DuelOptions{}.lead; }
};

// The deepening search that looks at goals. Where they add up, if only as far as is known, it plays against the other and cuts.
[[nodiscard]] search::minimax::MinimaxOptions goal_search(const std::optional<search::minimax::GoalSum>& sum);

// Costs a fixed number of states, most of them where goals are graded. Two players, no chance, no secrets; else nothing is played.
[[nodiscard]] GoalTrial try_goals(const game::AnyEngine& engine, const std::shared_ptr<const engines::Lanes>& lanes,
                                  const std::optional<search::minimax::GoalSum>& sum, const std::atomic<bool>* stop = nullptr);

}  // namespace agon::play
