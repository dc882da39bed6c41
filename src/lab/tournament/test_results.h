// For tests: results without games.
#pragma once

#include <utility>
#include <vector>

#include "lab/match/game_result.h"

namespace agon::lab {

inline GameResult finished_game(std::uint64_t id, std::vector<std::uint32_t> seats, const std::vector<int>& goals,
                                std::uint64_t round = 0) {
  GameResult result = blank_result({.id = id, .round = round, .game = 0, .seats = std::move(seats), .seed = 1}, "g");
  for (std::size_t s = 0; s < goals.size(); ++s) result.seats[s].goal = goals[s];
  result.finished = true;
  return result;
}

}  // namespace agon::lab
