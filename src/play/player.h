// A player: told when a match begins and what was played, asked for moves. Moves are indices into the legal moves in canonical order.
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
#include "search/searcher.h"

namespace agon::play {

// Clocks of a match. Zero: the player may take as long as its own strategy says.
struct MatchClock {
  std::chrono::milliseconds start{0};
  std::chrono::milliseconds play{0};
};

struct Turn {
  int step = 0;
  std::uint32_t legal = 1;                                                            // how many legal moves there are
  search::Clock::time_point deadline = search::Clock::time_point::max();              // the answer must be there by then
  bool all_of_it = false;                                                             // nobody waits for it, so it may use the time up
};

// Whoever looks over a player's shoulder. Both are of use only to players that think.
struct Supervision {
  // Called by the thinking thread, a few times a second during a search that can pause. Empty: nobody wants to know.
  std::function<void(const search::Thought&)> on_thought;
  // Set from another thread: end the search soon and answer with what there is. Null: nobody interrupts. Outlives the player.
  const std::atomic<bool>* stop = nullptr;
};

class Player {
 public:
  virtual ~Player() = default;
  // Before the match begins, if at all.
  virtual void supervise(const Supervision& /*supervision*/) {}
  // A match begins; the player may prepare itself until the deadline.
  virtual void begin(RoleId /*role*/, const MatchClock& /*clock*/, search::Clock::time_point /*deadline*/) {}
  virtual std::uint32_t choose(const Turn& turn) = 0;
  // A joint move was made: for each role an index into its legal moves. Not called in games with hidden information.
  virtual void observe(std::span<const std::uint32_t> /*choices*/) {}
  // What it thought at its last turn, if it thinks.
  [[nodiscard]] virtual const search::Thought* thought() const { return nullptr; }
};

}  // namespace agon::play
