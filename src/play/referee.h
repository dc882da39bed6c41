// The referee: asks each player for a move, replaces what is not legal, keeps the record. Players here need no thought; the
// ones that think come with the search room.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "game/match_record.h"
#include "gdl/rules.h"

namespace agon::play {

// Chooses among the legal moves of its role; the index into `legal` is the answer.
class Player {
 public:
  virtual ~Player() = default;
  virtual std::size_t choose(std::span<const MoveId> legal) = 0;
};

// "random" or "first-legal"; the error names the strategies there are.
[[nodiscard]] Result<std::unique_ptr<Player>> make_player(const std::string& strategy, std::uint64_t seed);
[[nodiscard]] std::vector<std::string> strategy_names();

// What a watcher is told after each step; the pointers are valid during the call.
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
  std::function<void(const StepView&)> watch;
};

// One player a role; the random role chooses uniformly whatever its player is. Throws LimitReached.
[[nodiscard]] game::MatchRecord play_match(const game::AnyEngine& engine, const gdl::Rules& rules,
                                           const std::vector<std::string>& strategies,
                                           std::span<const std::unique_ptr<Player>> players, const MatchOptions& options);

}  // namespace agon::play
