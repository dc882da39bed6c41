// A stream of playouts: a lane whose game is over takes the next start from a FIFO queue, without waiting for the longest game.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "engines/lanes/lane_runner.h"

namespace agon::engines::lanes {

class LaneStream {
 public:
  // `lanes` lanes side by side, in whole groups.
  LaneStream(const LaneCode& code, std::size_t lanes, std::uint64_t seed);

  [[nodiscard]] std::size_t lanes() const { return groups_ * 64; }
  // Playouts that were started and have not ended.
  [[nodiscard]] std::size_t open() const { return open_ + waiting_.size(); }
  // `count` playouts from the state, as soon as lanes are free. The state must stay in place until they have ended.
  void start(const StateWords& state, std::uint32_t ticket, std::uint32_t count);
  // Plays until at most `most_open` playouts are open, or `stop` (polled) returns true. Adds the ended ones to the result, indexed
  // by ticket.
  void play(std::size_t most_open, BatchResult& result, const std::function<bool()>& stop);
  // Abandons the open playouts.
  void drop();

 private:
  struct Start {
    const StateWords* state = nullptr;
    std::uint32_t ticket = 0;
  };
  void fill();

  std::uint64_t seed_;
  std::uint64_t streams_ = 0;  // random streams that were begun
  unsigned words_;             // groups of 64 lanes in a runner
  std::size_t groups_;         // in use: as many on machines of all widths
  std::vector<LaneRunner> runners_;
  std::vector<std::uint64_t> busy_;     // per group: lanes that play
  std::vector<std::uint32_t> tickets_;  // per lane
  std::deque<Start> waiting_;           // for lanes: first come, first served
  std::vector<std::uint64_t> ended_;    // scratch
  std::size_t between_;                 // passes between two calls of `stop`
  std::size_t open_ = 0;                // playouts in lanes
};

}  // namespace agon::engines::lanes
