// A player with a witness: what it does is done in its name. An exception leaves its turn open, so that whoever catches it knows
// whose it is.
#pragma once

#include <memory>
#include <utility>

#include "lab/match/game_result.h"
#include "lab/tournament/thinking_page.h"
#include "play/player.h"

namespace agon::lab {

class WatchedPlayer final : public play::Player {
 public:
  WatchedPlayer(std::unique_ptr<play::Player> player, std::uint32_t seat, SeatResult& result, ThinkingPage& page)
      : player_(std::move(player)), seat_(seat), result_(result), page_(page) {}

  void begin(RoleId role, const play::MatchClock& clock, search::Clock::time_point deadline) override {
    page_.begin_turn(seat_);
    player_->begin(role, clock, deadline);
    page_.end_turn();
  }
  Choice choose(const play::Turn& turn) override {
    if (turn.legal > 1) ++result_.moves;
    page_.begin_turn(seat_);
    const Choice choice = player_->choose(turn);
    page_.end_turn();
    return choice;
  }
  void observe(const game::Observation& seen) override {
    page_.begin_turn(seat_);
    player_->observe(seen);
    page_.end_turn();
  }
  [[nodiscard]] const search::Thought* thought() const override { return player_->thought(); }

 private:
  std::unique_ptr<play::Player> player_;
  std::uint32_t seat_;
  SeatResult& result_;
  ThinkingPage& page_;
};

}  // namespace agon::lab
