// A strategy against itself in a game of checks, every move judged by the exact solution.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lab/experiments/rave/cashing_checks.h"
#include "lab/reproduce/statistics.h"
#include "play/game_kit.h"

namespace agon::lab::experiments {

// How many matches were played well, by three readings of "optimal".
struct SelfPlay {
  std::uint64_t matches = 0;
  std::uint64_t draws = 0;        // whatever the moves
  std::uint64_t optimal = 0;      // no move changed the result under best play, so that it stayed a draw
  std::uint64_t two_largest = 0;  // every check was the largest that pays or the next one, and the match a draw
  std::uint64_t largest = 0;      // every check was the largest that pays

  [[nodiscard]] reproduce::Estimate percent(std::uint64_t of) const;
};

// Throws LookupError if the strategy cannot play, or if a match of the engine is not one of the solved game.
[[nodiscard]] SelfPlay play_itself(const std::shared_ptr<play::GameKit>& kit, const CashingChecks& solved,
                                   const std::string& strategy, std::uint64_t matches, std::uint64_t seed, unsigned threads);

// Positions with this many turns left, reached at random: does the solution say what a search of the rules with the engine says?
// Returns how many agree.
[[nodiscard]] std::uint64_t agreeing_positions(play::GameKit& kit, const CashingChecks& solved, int turns_left,
                                               std::uint64_t positions, std::uint64_t seed);

}  // namespace agon::lab::experiments
