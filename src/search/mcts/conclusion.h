// What follows from a tree: the move to make, what is thought of each move, and the line that is expected.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "search/mcts/move_statistics.h"
#include "search/mcts/options.h"
#include "search/mcts/tree.h"
#include "search/searcher.h"

namespace agon::search::mcts {

// For `me` in the root. `statistics` may be null.
[[nodiscard]] std::uint32_t decide(Node* root, std::size_t me, const Options& options, MoveStatistics* statistics, Rng& rng);

// Values, bounds and moves; not the choice.
[[nodiscard]] Thought describe(Node* root, std::size_t me, const Options& options);

// The joint choices that were tried most, after `choice` of `me`.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> expected_line(const Tree& tree, Node* root, std::size_t me, std::uint32_t choice);

}  // namespace agon::search::mcts
