// The referee: asks each player for a move, replaces late and illegal ones by a random legal move, keeps the match record.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "game/match_record.h"
#include "gdl/rules.h"
#include "play/player.h"

namespace agon::play {

// Reported before a player is asked and after it has answered.
struct MoveEvent {
  int step = 0;
  RoleId role;
  bool asked = true;   // before; else after
  double seconds = 0;  // that it took
  bool late = false;
  bool illegal = false;
  std::string error;  // what went wrong in the player, if anything did
  const search::Thought* thought = nullptr;
};

// What an observer gets after each step; the pointers are valid during the call.
struct StepView {
  int step = 0;
  const game::AnyEngine* engine = nullptr;
  game::AnyEngine::Scratch* scratch = nullptr;
  const game::AnyState* state = nullptr;                 // before the move
  const std::vector<game::MoveBuffer>* legal = nullptr;  // per role; null in the last state
  const std::vector<MoveId>* joint = nullptr;            // null in the last state
};

struct MatchOptions {
  std::uint64_t seed = 1;
  int max_steps = 1000;
  MatchClock clock;
  bool record_thinking = false;  // times and thoughts in the record, which then differs from run to run
  std::function<void(const StepView&)> watch;
  std::function<void(const MoveEvent&)> on_turn;
};

// One player per role; the random role chooses uniformly whatever its player is. Throws LimitReached.
[[nodiscard]] game::MatchRecord play_match(const game::AnyEngine& engine, const gdl::Rules& rules,
                                           const std::vector<std::string>& strategies,
                                           std::span<const std::unique_ptr<Player>> players, const MatchOptions& options);

}  // namespace agon::play
