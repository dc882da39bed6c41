// Back-propagation: what a simulation brought, from the end of its path to the root. The tree is locked.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "search/mcts/options.h"
#include "search/mcts/playout/simulation.h"
#include "search/mcts/tree/bounds.h"
#include "search/mcts/tree/credit.h"

namespace agon::search::mcts {

// Above a move that is known to be better, what a worse one brought does not count.
[[nodiscard]] inline double within_bounds(Node* n, std::size_t role, double value, const Options& options) {
  if (!options.solver || !(options.constant_sum || n->roles == 1)) return value;
  return std::clamp<double>(value, n->role(role).bounds.low, n->role(role).bounds.high);
}

// So many visits with the same values. `bounds_moved`: those of the node behind the path did.
template <class State>
void back_up(Tree& tree, Simulation<State>& sim, std::uint32_t count, bool bounds_moved, std::optional<RoleId> chance,
             const Options& options) {
  for (std::size_t i = sim.path.size(); i-- > 0;) {
    Node* const n = sim.path[i];
    const std::size_t roles = n->roles;
    n->virtual_loss -= count;
    n->visits += count;
    tree.touch(n);
    const std::span<const Choice> joint(sim.joints.data() + i * roles, roles);
    for (std::size_t r = 0; r < roles; ++r) {
      n->role(r).sum += count * sim.values[r];
      if (n->role(r).actions == 1) continue;
      Action& action = n->actions(r)[joint[r].index()];
      action.virtual_loss -= count;
      action.visits += count;
      action.sum += count * sim.values[r];
      if (!n->extended) continue;
      Extra& extra = n->extras(r)[joint[r].index()];
      const double square = sim.values[r] * sim.values[r];
      extra.square_mean += static_cast<float>(count * (square - extra.square_mean) / action.visits);
    }
    if (n->simultaneous() && options.simultaneous == Options::Simultaneous::RegretMatching) add_regrets(tree, n, joint, sim.values);
    bounds_moved = bounds_moved && update_bounds(tree, n, chance, options.constant_sum);
    for (std::size_t r = 0; r < roles; ++r) sim.values[r] = within_bounds(n, r, sim.values[r], options);
  }
}

}  // namespace agon::search::mcts
