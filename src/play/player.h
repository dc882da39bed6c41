// The player interface: told when a match begins and what its role observes of each step, asked for moves.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "game/observation.h"
#include "search/searcher.h"

namespace agon::play {

// Clocks of a match. Zero: the player may take as long as its own strategy says.
struct MatchClock {
  std::chrono::milliseconds start{0};
  std::chrono::milliseconds play{0};
};

struct Turn {
  int step = 0;
  std::uint32_t legal = 1;                                                // how many legal moves there are
  search::Clock::time_point deadline = search::Clock::time_point::max();  // the answer must be there by then
  bool all_of_it = false;                                                 // nobody waits for it, so it may use all of the time
  std::vector<std::string> moves = {};  // the legal moves as texts, in games with hidden information; else empty
};

// Monitoring and interruption of a player from outside. Only of use with players that search.
struct Supervision {
  // Called by the thinking thread a few times a second, during a search that can be sliced. Empty: no observer.
  std::function<void(const search::Thought&)> on_thought;
  // Set from another thread: end the search soon and answer with the best move so far. Null: no interruption. Outlives the player.
  const std::atomic<bool>* stop = nullptr;
};

class Player {
 public:
  virtual ~Player() = default;
  // Before the match begins, if at all.
  virtual void supervise(const Supervision& /*supervision*/) {}
  // A match begins; the player may prepare until the deadline.
  virtual void begin(RoleId /*role*/, const MatchClock& /*clock*/, search::Clock::time_point /*deadline*/) {}
  virtual Choice choose(const Turn& turn) = 0;
  // The observation of a step by the role.
  virtual void observe(const game::Observation& /*seen*/) {}
  // The result of its last search, if it searches.
  [[nodiscard]] virtual const search::Thought* thought() const { return nullptr; }
};

}  // namespace agon::play
