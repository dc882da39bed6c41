// The final decision (robust child, max child, or by knowledge), the values of all moves, and the principal variation of a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "search/mcts/options.h"
#include "search/mcts/playout/preference.h"
#include "search/mcts/tree/tree.h"
#include "search/searcher.h"

namespace agon::search::mcts {

// For `me` in the root. `preference` may be null.
[[nodiscard]] std::uint32_t decide(Node* root, std::size_t me, const Options& options, MovePreference* preference, Rng& rng);

// Values, bounds and moves; not the choice.
[[nodiscard]] Thought describe(Node* root, std::size_t me, const Options& options);

// The principal variation: the joint choices that were tried most, after `choice` of `me`.
[[nodiscard]] std::vector<game::JointChoice> expected_line(const Tree& tree, Node* root, std::size_t me, Choice choice);

}  // namespace agon::search::mcts
