// Planning by parts, one player: each sub-game is explored by itself, and one line for the whole game is put together from theirs:
// step by step in parallel games, one after the other in serial and interleaved ones.
//
// Every line is played on the whole game before it is believed; what the parts promise and the whole does not keep is dropped.
// Where parts do not help, an ordinary search decides.
#pragma once

#include <memory>

#include "base/result.h"
#include "ground/decomposition.h"
#include "search/parts/part_engine.h"
#include "search/searcher.h"

namespace agon::search::parts {

struct PartsPlanOptions {
  std::size_t memory_bytes = std::size_t{256} << 20U;  // of the exploration of all parts together
  std::uint64_t first_states = 20'000;  // of the ordinary search, before parts are looked at: many puzzles need no more
  double time_share = 0.5;              // of a thought with a deadline, before the ordinary search
};

// Fails with several roles, and where a part cannot be built. `otherwise` plays the same game on any engine; it follows the match
// too.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_parts_planner(std::shared_ptr<const engines::CircuitEngine> engine,
                                                                   const ground::Decomposition& decomposition,
                                                                   std::unique_ptr<Searcher> otherwise,
                                                                   const PartsPlanOptions& options = {});

}  // namespace agon::search::parts
