// The default strategy (algorithm selection): picks engine, search and policies for a game, with reasons.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/auto/goal_trial.h"
#include "play/strategy/mcts_strategy.h"
#include "play/strategy/players.h"

namespace agon::play {

struct AutoChoice {
  std::string strategy;              // in the language of strategies
  std::vector<std::string> reasons;  // a sentence each
};

// The known facts that the choice depends on.
struct AutoFacts {
  bool lanes = false;                  // available
  std::optional<game::Fact<int>> sum;  // of two players' goals
  std::optional<GoalTrial> goals;      // once it has been played
};

// What `auto` plays on this engine.
[[nodiscard]] AutoChoice choose_strategy(const game::AnyEngine& engine, const AutoFacts& facts);

// The same for callers that can wait until all facts are known.
[[nodiscard]] Result<AutoChoice> explain_auto(GameKit& kit);

// Starts to play as soon as the clock demands it, on the best engine available, and changes to a faster one when it is ready.
[[nodiscard]] Result<std::unique_ptr<Player>> make_auto_player(const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings,
                                                               const ThinkingTime& thinking);

// Why perfect-information searches do not play games with hidden information.
[[nodiscard]] Error hidden_information();

}  // namespace agon::play
