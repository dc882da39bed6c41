// Positions of one game that may go into an exam: proved, confirmed, not too easy to guess, and measured.
#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "gdl/rules.h"
#include "lab/exam/make/recipe.h"

namespace agon::lab::exam {

struct CandidateOptions {
  std::uint64_t seed = 1;
  std::uint32_t matches = 8;               // to look for positions in
  std::uint64_t proof_states = 200'000;    // per position, of the search that finds the best moves
  std::uint64_t check_states = 1'000'000;  // of each one that is asked whether it agrees
  Limits limits;
};

// At most one of a difficulty from each match. Stops early when there are enough of every difficulty.
// Fails where the game has secrets or chance, or no circuit.
[[nodiscard]] Result<std::vector<Position>> find_candidates(const Source& source, const gdl::Rules& rules,
                                                            const CandidateOptions& options);

}  // namespace agon::lab::exam
