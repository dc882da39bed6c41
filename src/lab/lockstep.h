// Several engines side by side along random matches: the same seed, the same moves, and every answer must be the same.
//
// Compared at each state: the fluents, the legal moves of each role in their order, whether the match is over, every goal value,
// and what each role perceives of the joint move. Now and then all engines are asked about an earlier state again, because what an
// engine keeps from one question to the next must never show. The first engine is the one the others are compared with.
//
// A mismatch is made as short as can be (moves left out, other random matches that are shorter) and becomes a match record as the
// first engine would have played it: `agon replay FILE.trace --engine NAME` stops where NAME answers otherwise.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/any_engine.h"
#include "game/match_record.h"
#include "gdl/rules.h"

namespace agon::lab {

struct LockstepOptions {
  std::uint64_t seed = 1;
  std::uint64_t matches = ~std::uint64_t{0};  // at most; also bounded by `states` and `time`
  std::uint64_t states = 1'000;               // compared in all matches together, at most
  int max_steps = 300;                        // a match is left after so many moves
  std::chrono::duration<double> time{0};      // 0: no limit
  std::chrono::duration<double> shrink_time{5};
};

using JointTexts = std::vector<std::string>;  // a joint move, in role order

struct Mismatch {
  std::string engine;             // the one that disagrees with the first engine
  std::vector<JointTexts> moves;  // from the initial state to the state where they part
  JointTexts joint;               // the move made there, where the percepts of it differ; else empty
  std::string what;               // in words, with both answers
  bool repeats = true;            // also when the match is played on its own; else the answer depends on earlier questions
  [[nodiscard]] std::size_t step() const { return moves.size(); }
};

// An engine that ran into a limit and took no further part.
struct Dropout {
  std::string engine;
  std::string why;
};

struct LockstepReport {
  std::uint64_t matches = 0;
  std::uint64_t ended = 0;   // of these, until the end
  std::uint64_t states = 0;  // compared
  std::vector<Dropout> dropouts;
  std::vector<Mismatch> mismatches;        // the first of each engine that disagrees, shortened; it takes no further part
  std::vector<std::size_t> found_at_step;  // of each mismatch, before it was shortened
};

[[nodiscard]] LockstepReport lockstep(std::span<const game::AnyEngine> engines, const LockstepOptions& options = {});

// The mismatch as a match record: what `reference` answers along its moves. Throws LimitReached.
[[nodiscard]] game::MatchRecord mismatch_record(const game::AnyEngine& reference, const gdl::Rules& rules, const Mismatch& mismatch,
                                                std::uint64_t seed);

}  // namespace agon::lab
