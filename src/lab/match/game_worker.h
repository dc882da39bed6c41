// The other side of a game job: a process that plays scheduled games one after the other and keeps what it has built for them.
#pragma once

#include <functional>

#include "lab/match/game_result.h"
#include "lab/tournament/thinking_page.h"
#include "lab/tournament/tournament_config.h"
#include "play/strategy/players.h"

namespace agon::lab {

// Where players come from: play::make_player, unless somebody brings other players.
using PlayerFactory = std::function<Result<std::unique_ptr<play::Player>>(
    const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const play::PlayerSettings& settings)>;

struct WorkerSetup {
  const TournamentConfig* config = nullptr;  // outlives the worker
  Schedule schedule;
  PlayerFactory make_player = play::make_player;
  bool records = false;  // send the match record too
};

// Reads the number of a game a line, answers with the result a line, until there is nothing to read.
void serve_games(const WorkerSetup& setup, ThinkingPage& page, int in, int out);

// What the answer holds.
struct WorkerReply {
  GameResult result;
  std::string record;  // JSON, if asked for and the match came to a result
};
[[nodiscard]] Result<WorkerReply> read_reply(const std::string& line);

}  // namespace agon::lab
