// A head-to-head comparison of two searches at a two-player game: a few matches with budgets counted in states, so that a seed
// gives the same answer on every machine.
#pragma once

#include <atomic>
#include <cstdint>

#include "game/any_engine.h"
#include "search/searcher.h"

namespace agon::play {

struct DuelOptions {
  int matches = 12;                         // at most; seats change after each
  int lead = 4;                             // in wins, at which it stops early
  int max_steps = 500;                      // then a match is a draw
  const std::atomic<bool>* stop = nullptr;  // set from another thread: the matches so far count
};

struct Contestant {
  search::Searcher* search = nullptr;  // follows the matches from the initial state on
  std::uint64_t states = 0;            // budget per move
};

struct DuelScore {
  int wins = 0, draws = 0, losses = 0;  // of the first
  [[nodiscard]] int lead() const { return wins - losses; }
};

// The higher goal wins.
[[nodiscard]] DuelScore play_duel(const game::AnyEngine& engine, const Contestant& first, const Contestant& second,
                                  const DuelOptions& options);

}  // namespace agon::play
