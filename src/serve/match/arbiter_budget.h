// What the arbiter of one match may keep in memory: limits of its own, and a share of the pool of all matches. Running out ends
// that match with LimitReached, and no other.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>

#include "base/limits.h"
#include "serve/match/memory_pool.h"

namespace agon::serve {

struct ArbiterBudget {
  std::size_t fluents = 200'000;                    // of one state
  std::size_t moves = 200'000;                      // legal in one state, of one role
  std::size_t text_bytes = std::size_t{16} << 20U;  // of one state when it is written out
  std::size_t bytes = std::size_t{128} << 20U;      // states, legal moves, percepts and new terms of the match
  std::shared_ptr<MemoryPool> pool = {};            // of all matches; null: no common limit
};

// The accounts of one arbiter. Every `count_` throws LimitReached when it is too much.
class ArbiterAccount {
 public:
  explicit ArbiterAccount(const ArbiterBudget& budget) : budget_(budget), share_(budget.pool) {}

  void count_fluents(std::size_t count) const {
    if (count > budget_.fluents) refuse(fmt::format("a state has more than {} fluents", budget_.fluents));
  }
  void count_moves(std::size_t count) const {
    if (count > budget_.moves) refuse(fmt::format("a role has more than {} legal moves", budget_.moves));
  }
  void count_text(std::size_t bytes) const {
    if (bytes > budget_.text_bytes) refuse(fmt::format("a state takes more than {} MiB of text", budget_.text_bytes >> 20U));
  }
  void count_bytes(std::size_t bytes) {
    if (bytes > budget_.bytes) refuse(fmt::format("its states grow beyond {} MiB", budget_.bytes >> 20U));
    if (!share_.resize(bytes)) refuse("all matches together take as much memory as this server gives them");
  }

 private:
  [[noreturn]] static void refuse(const std::string& why) {
    throw LimitReached("match-too-large", why, "Look for a rule that makes ever more fluents or moves.");
  }

  ArbiterBudget budget_;
  MemoryShare share_;
};

}  // namespace agon::serve
