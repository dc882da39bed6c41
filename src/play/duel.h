// Which of two searches is better at a game of two players: a few matches between them, with efforts counted in states, so that a seed
// gives the same answer on every machine.
#pragma once

#include <atomic>
#include <cstdint>

#include "game/any_engine.h"
#include "search/searcher.h"

namespace agon::play {

struct DuelOptions {
  int matches = 12;                // at most; seats change after each
  int lead = 4;                    // of wins, which ends it
  int max_steps = 500;             // then a match is a draw
  const std::atomic<bool>* stop = nullptr;  // set from another thread: the matches so far count
};

struct Contestant {
  search::Searcher* search = nullptr;  // follows the matches from the initial state on
  std::uint64_t states = 0;            // to look at for each move
};

struct DuelScore {
  int wins = 0, draws = 0, losses = 0;  // of the first
  [[nodiscard]] int lead() const { return wins - losses; }
};

// Whoever has the higher goal has won.
[[nodiscard]] DuelScore play_duel(const game::AnyEngine& engine, const Contestant& first, const Contestant& second, const DuelOptions& options);

}  // namespace agon::play
