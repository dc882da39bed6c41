// The runner: schedule, jobs, store. Every scheduled game is played once, whatever happens to players, processes or the machine.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/match/game_worker.h"
#include "lab/ratings/sprt.h"
#include "lab/ratings/summary.h"

namespace agon::lab {

// What does not change the games: how they are run, and when to stop.
struct TournamentOptions {
  unsigned jobs = 1;        // games at a time; with more than one, each has cores of its own (as many as a player has threads)
  std::string folder = {};  // keeps the results here, and goes on with what is there; empty: keeps nothing
  std::chrono::milliseconds folder_wait{0};  // for another run to leave the folder
  double patience = 0;      // seconds beyond its clock after which a player has hung; 0: 30, or 600 without a clock
  std::string record = {};  // match records go here: FILE for one game, FILE.1, FILE.2, ... for several
  std::optional<SprtOptions> sprt = std::nullopt;  // stop when it decides; for a match of two players at one game
  PlayerFactory make_player = play::make_player;
  // After each game and now and then between: games played by now, with those of earlier runs.
  std::function<void(const std::vector<GameResult>& results, std::uint64_t scheduled, const std::optional<Sprt>& sprt)> progress =
      {};
};

struct Tournament {
  TournamentConfig config;
  std::vector<GameResult> results;  // by number
  Summary summary;
  std::uint64_t earlier = 0;  // how many of the results were there before
};

// The caller must be single-threaded. Fails on a store that cannot be used, a full disk, more jobs than cores; never because of a
// player.
[[nodiscard]] Result<Tournament> run_tournament(TournamentConfig config, const TournamentOptions& options);

}  // namespace agon::lab
