// A player with a witness: what it does is done in its name. An exception leaves its turn open, so that whoever catches it knows
// whose it is.
#pragma once

#include <memory>
#include <utility>

#include "lab/match/game_result.h"
#include "lab/match/thinking_page.h"
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
  std::uint32_t choose(const play::Turn& turn) override {
    if (turn.legal > 1) ++result_.moves;
    page_.begin_turn(seat_);
    const std::uint32_t choice = player_->choose(turn);
    page_.end_turn();
    return choice;
  }
  void observe(std::span<const std::uint32_t> choices) override {
    page_.begin_turn(seat_);
    player_->observe(choices);
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
