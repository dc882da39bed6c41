// The principal variation of a one-player game: the best match that was seen to its end, from where the match stands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

class BestLine {
 public:
  void clear() {
    moves_.clear();
    value_ = -1;
  }

  // Another match, if it is better.
  void offer(double value, std::span<const MoveId> moves) {
    if (value <= value_) return;
    value_ = value;
    moves_.assign(moves.begin(), moves.end());
  }

  // The match goes on with this move.
  void advance(MoveId move) {
    if (!moves_.empty() && moves_.front() == move) {
      moves_.erase(moves_.begin());
    } else {
      clear();
    }
  }

  // Its next move as an action of the root, unless something better is sure.
  [[nodiscard]] std::optional<std::uint32_t> next(std::span<const Action> actions, double sure) const {
    if (moves_.empty() || value_ < sure) return {};
    for (std::uint32_t i = 0; i < actions.size(); ++i) {
      if (actions[i].move == moves_.front()) return i;
    }
    return {};
  }

 private:
  std::vector<MoveId> moves_;
  double value_ = -1;
};

}  // namespace agon::search::mcts
