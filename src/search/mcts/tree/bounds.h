// Score bounded MCTS, the solver (Cazenave and Saffidine 2010, here for any number of roles): what is proven about a node from what
// is proven about its children.
//
// A role that chooses alone takes what is best for itself: its bounds are the best of its children's. For the others anything can
// happen that the chooser may reasonably choose. Chance takes the average. Where several roles choose at once, a role is sure of
// what one of its moves gives it against everything. Where the goals of two players are proved to add up to a constant, what one is
// sure of limits the other.
#pragma once

#include <optional>

#include "base/ids.h"
#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

// Brings the node's bounds up to date; true if any of them moved.
// `sum`: of the two players' values at every end, if it is proved to be constant.
bool update_bounds(const Tree& tree, Node* n, std::optional<RoleId> chance, std::optional<double> sum);

}  // namespace agon::search::mcts
