// Two strategies in one game, seats switched: the comparison that most experiments about search consist of.
//
// Games are numbered; a number decides seats and seeds, so threads change who plays a game and never its result (as long as
// strategies count simulations and not seconds). Everything happens in this process: strategies of the literature neither crash nor
// hang, and those that might are for lab/match.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/reproduce/statistics.h"
#include "play/game_kit.h"

namespace agon::lab::experiments {

struct DuelResult {
  // Per game, of the first strategy: the part of the best seats that it held. With two seats a win is 1, a draw 0.5; with three,
  // two that share the best goal have half each, three a third each.
  std::vector<double> scores;
  double mean_length = 0;               // joint moves
  std::uint64_t late = 0, illegal = 0;  // moves
  std::uint64_t unfinished = 0;         // games at the step limit; everybody shares them

  [[nodiscard]] double share() const;                 // mean score, 0..1
  [[nodiscard]] reproduce::Estimate percent() const;  // mean score of a hundred with its 95 % interval
  [[nodiscard]] std::uint64_t draws() const;          // games that were shared
};

// The counts of a duel, or of several together.
struct DuelPool {
  double points = 0;
  std::uint64_t games = 0;
  std::uint64_t won = 0;
  std::uint64_t shared = 0;  // games that nobody won alone
  std::uint64_t illegal = 0, late = 0, unfinished = 0;

  void add(const DuelResult& result);
  void add(const DuelPool& other);
  [[nodiscard]] reproduce::Estimate percent() const;  // 95 % interval; precondition: games > 0
  [[nodiscard]] std::string text() const;             // "53.1 % (48.2 .. 58.0) in 400 games, 12 shared"; "not played"
};

// An even number of games (with three seats: a multiple of six) is balanced. Fails if a strategy cannot be made or gives up.
[[nodiscard]] Result<DuelResult> duel(const std::shared_ptr<play::GameKit>& kit, const std::string& first,
                                      const std::string& second, int games, std::uint64_t seed, unsigned threads);

}  // namespace agon::lab::experiments
