// The default strategy: looks at the game and picks engine, search and policies for it, and says why.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "play/mcts_strategy.h"
#include "play/players.h"

namespace agon::play {

struct AutoChoice {
  std::string strategy;              // in the language of strategies
  std::vector<std::string> reasons;  // a sentence each
};

// What `auto` plays on this engine. `lanes`: they are there. `constant_sum`: it is proved.
[[nodiscard]] AutoChoice choose_strategy(const game::AnyEngine& engine, bool lanes, bool constant_sum);

// Starts to play as soon as the clock asks for it, on whatever engine is there by then, and changes to a faster one when it is ready.
[[nodiscard]] Result<std::unique_ptr<Player>> make_auto_player(const std::shared_ptr<GameKit>& kit, const PlayerSettings& settings,
                                                               const ThinkingTime& thinking);

// Why searches that see everything do not play games in which players do not.
[[nodiscard]] Error hidden_information();

}  // namespace agon::play
