// Constraint search with the minimum-remaining-values rule, depth-first on the goal's conditions: take the unmet condition that the
// fewest legal moves meet, and try only these. A condition without any such move is a dead end.
//
// Right where moves only ever use up possibilities (Sudoku, colouring, tilings); elsewhere it gives up soon, and proves nothing,
// since a condition that no move meets now may be met later.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <vector>

#include "search/plan/backtracking.h"

namespace agon::search::plan {

class FewestWays final : public Strategy {
 public:
  using Engine = engines::CircuitEngine;
  FewestWays(Task<Engine>& task, std::size_t memory_bytes) : task_(task), max_known_(memory_bytes / kKnownBytes) {}

  [[nodiscard]] const char* name() const override { return "fewest ways"; }
  Status work(std::uint64_t states) override;

 private:
  using Level = Backtracking<Engine>::Level;
  static constexpr std::size_t kKnownBytes = 16;

  Level open(const Engine::State& state);

  Task<Engine>& task_;
  std::size_t max_known_;
  bool started_ = false;
  Backtracking<Engine> line_;
  absl::flat_hash_set<std::uint64_t> known_;
  // Of the level being opened: per condition, the moves that meet it.
  std::vector<std::vector<std::uint32_t>> ways_;
};

}  // namespace agon::search::plan
