// Decomposition of games into independent sub-games (Guenther, Schiffel and Thielscher 2009; Zhao, Schiffel and Thielscher 2009;
// Cox et al. 2009): recognised on the ground program, and proved by the form of its rules, so there is no false alarm.
//
// Parallel and interleaved parts are the groups that factoring.h finds. A serial game is one that falls apart once it is known
// whether its first part is over: an atom that stays true from then on, while which the first part has no effect any more on what
// counts, and before which the second part stands still.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/facts.h"
#include "ground/decomposition.h"

namespace agon::knowledge {

struct DecomposeOptions {
  std::uint64_t work = 100'000'000;  // elementary steps; about a second. The same result on every machine.
};

struct DecomposeFinding {
  std::optional<ground::Decomposition> decomposition;
  std::string reason;  // why there is none
};

[[nodiscard]] DecomposeFinding find_decomposition(const ground::GroundProgram& program, const DecomposeOptions& options = {});
[[nodiscard]] std::optional<ground::Decomposition> decompose(const ground::GroundProgram& program,
                                                             const DecomposeOptions& options = {});

// The same as facts, proved.
[[nodiscard]] std::vector<game::Fact<game::SubGame>> part_facts(const ground::GroundProgram& program,
                                                                const ground::Decomposition& decomposition);

// In words: a sentence about the whole, then one for each part.
[[nodiscard]] std::vector<std::string> describe(const ground::GroundProgram& program, const ground::Decomposition& decomposition);

}  // namespace agon::knowledge
