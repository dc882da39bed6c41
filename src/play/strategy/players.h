// From the text of a strategy to a player: `random`, `first-legal`, `mcts(select=rave(k=250), playout=nst(decay=0.6), time=2s)`,
// `auto`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "play/game_kit.h"
#include "play/player.h"

namespace agon::play {

struct PlayerSettings {
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::size_t memory_bytes = std::size_t{1} << 30U;  // of a search
};

// Fails on text that is no strategy (with the place and the nearest name), and on a strategy that cannot play this game.
// The kit must be shared: players keep it.
[[nodiscard]] Result<std::unique_ptr<Player>> make_player(const std::string& strategy, const std::shared_ptr<GameKit>& kit,
                                                          const PlayerSettings& settings = {});
[[nodiscard]] std::vector<std::string> strategy_names();
// Checks the text alone, without a game.
[[nodiscard]] Status check_strategy(const std::string& strategy);

}  // namespace agon::play
