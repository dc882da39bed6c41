// The default strategy: looks at the game and picks engine, search and policies for it, and says why.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/goal_trial.h"
#include "play/mcts_strategy.h"
#include "play/players.h"

namespace agon::play {

struct AutoChoice {
  std::string strategy;              // in the language of strategies
  std::vector<std::string> reasons;  // a sentence each
};

// What is known about a game by now.
struct GameFacts {
  bool lanes = false;                           // they are there
  std::optional<search::minimax::GoalSum> sum;  // of two players' goals
  std::optional<GoalTrial> goals;               // once it was made
};

// What `auto` plays on this engine.
[[nodiscard]] AutoChoice choose_strategy(const game::AnyEngine& engine, const GameFacts& facts);

// The same for whoever can wait until everything is known that `auto` wants to know.
[[nodiscard]] Result<AutoChoice> explain_auto(GameKit& kit);

// Starts to play as soon as the clock asks for it, on whatever engine is there by then, and changes to a faster one when it is ready.
[[nodiscard]] Result<std::unique_ptr<Player>> make_auto_player(const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings,
                                                               const ThinkingTime& thinking);

// Why searches that see everything do not play games in which players do not.
[[nodiscard]] Error hidden_information();

}  // namespace agon::play
