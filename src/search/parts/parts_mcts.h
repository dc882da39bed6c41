// Factored Monte-Carlo tree search for parallel games with several players: one tree for each part, in which every role chooses by
// itself (decoupled UCB1), and one playout of the whole game for all of them.
//
// A role that chooses among 16 moves in each of two parts has 32 arms to learn about instead of 256. What the end and the goals
// make of the parts need not be known: each simulation is scored by the goals of the whole game, so it is right for sums,
// conjunctions and races alike; results of the other parts are noise to a part. Positions of a part are shared between all lines
// that reach them.
#pragma once

#include <memory>

#include "base/result.h"
#include "engines/circuit/circuit_engine.h"
#include "ground/decomposition.h"
#include "search/searcher.h"

namespace agon::search::parts {

struct PartsMctsOptions {
  double exploration = 0.4;  // of UCB1, for goals as 0..1
  std::size_t memory_bytes = std::size_t{1} << 30U;
  std::uint32_t max_steps = 2'000;  // of a simulation
  std::uint64_t seed = 1;
};

// Fails where the game is not parallel.
[[nodiscard]] Result<std::unique_ptr<Searcher>> make_parts_mcts(std::shared_ptr<const engines::CircuitEngine> engine,
                                                                const ground::Decomposition& decomposition,
                                                                const PartsMctsOptions& options = {});

}  // namespace agon::search::parts
