// Expansion of several untried moves of a node at once (a fan), for leaf parallelisation in bit lanes.
//
// Every move of a state is tried once before any is tried twice, so the first visits of a state are known beforehand. In lanes they
// go together: one selection for all of them, and no node for a child before its second visit. A move that wins at once is seen.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/assert.h"
#include "base/rng.h"
#include "game/capabilities.h"
#include "search/mcts/options.h"
#include "search/mcts/playout/lane_leaves.h"
#include "search/mcts/playout/simulation.h"

namespace agon::search::mcts {

// So much more virtual loss along the path. The tree is locked.
template <class State>
void hold(const Simulation<State>& sim, std::size_t roles, std::int32_t more) {
  for (std::size_t i = 0; i < sim.path.size(); ++i) {
    Node* const n = sim.path[i];
    n->virtual_loss += static_cast<std::uint32_t>(more);
    for (std::size_t r = 0; r < roles; ++r) {
      if (n->role(r).actions > 1) n->actions(r)[sim.joints[i * roles + r].index()].virtual_loss += static_cast<std::uint32_t>(more);
    }
  }
}

// Moves of n that were never tried, which join the path together. The tree is locked.
template <class State>
void take_fan(Simulation<State>& sim, Node* n, std::size_t roles, const Options& options, Rng& rng) {
  const auto actions = n->actions(n->chooser);
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    if (actions[i].visits + actions[i].virtual_loss == 0) sim.fan.push_back({i, {}});
  }
  AGON_ASSERT(!sim.fan.empty());
  // A state that looks bad after few of its moves is left alone: visits double at most.
  const std::size_t most = std::min<std::size_t>(options.fan, std::max(options.fan_first, n->visits + n->virtual_loss));
  if (sim.fan.size() > most) {
    for (std::size_t i = 0; i < most; ++i)
      std::swap(sim.fan[i], sim.fan[i + rng.below(static_cast<std::uint32_t>(sim.fan.size() - i))]);
    sim.fan.resize(most);
  }
  const auto count = static_cast<std::uint32_t>(sim.fan.size());
  for (const Branch<State>& branch : sim.fan) ++actions[branch.action].virtual_loss;
  n->role(n->chooser).untried -= count;
  n->virtual_loss += count;
  game::assign_state(sim.state, n->state());
  hold(sim, roles, static_cast<std::int32_t>(count) - 1);
  sim.path.push_back(n);
}

// The states behind the moves: leaves, or ends. `joint` is room to work in.
template <game::FlatEngine E>
void spread(const E& engine, typename E::Scratch& scratch, Simulation<typename E::State>& sim, const Options& options,
            std::vector<MoveId>& joint, LaneLeaves& leaves) {
  Node* const n = sim.path.back();
  joint.resize(engine.info().role_count());
  for (std::size_t r = 0; r < joint.size(); ++r) joint[r] = n->actions(r)[0].move;
  bool won = false;
  for (auto& branch : sim.fan) {
    joint[n->chooser] = n->actions(n->chooser)[branch.action].move;
    branch.state = sim.state;
    engine.apply(scratch, branch.state, joint);
    branch.ended = engine.is_terminal(scratch, branch.state);
    if (!branch.ended) continue;
    sim.known = true;
    won = won || (options.solver && options.constant_sum && engine.goal(scratch, branch.state, RoleId{n->chooser}) == 100);
  }
  const auto open =
      static_cast<std::size_t>(std::count_if(sim.fan.begin(), sim.fan.end(), [](const auto& branch) { return !branch.ended; }));
  for (auto& branch : sim.fan) {
    branch.counts = branch.ended || !won;  // beside a win nothing else needs a look, if the others' goals follow from it
    if (branch.counts && !branch.ended) branch.leaf = leaves.add(game::bytes_of(branch.state), open);
  }
}

// All its playouts are done.
template <class State>
bool landed(const Simulation<State>& sim, const LaneLeaves& leaves) {
  if (sim.fan.empty()) return leaves.done(sim.leaf);
  return std::all_of(sim.fan.begin(), sim.fan.end(),
                     [&](const Branch<State>& branch) { return branch.ended || !branch.counts || leaves.done(branch.leaf); });
}

// What there is of it so far counts, and the rest does not. False if there is nothing.
template <class State>
bool settle(Simulation<State>& sim, const LaneLeaves& leaves) {
  if (sim.fan.empty()) return leaves.begun(sim.leaf);
  bool any = false;
  for (Branch<State>& branch : sim.fan) {
    branch.counts = branch.counts && (branch.ended || leaves.begun(branch.leaf));
    any = any || branch.counts;
  }
  return any;
}

// As if it had never begun. The tree is locked.
template <class State>
void give_up(Simulation<State>& sim, std::size_t roles) {
  const auto release = [](Node* n, std::size_t role, std::uint32_t action, std::uint32_t count) {
    Action& a = n->actions(role)[action];
    a.virtual_loss -= count;
    if (a.visits + a.virtual_loss == 0) ++n->role(role).untried;
  };
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(1, sim.fan.size()));
  if (!sim.fan.empty()) {
    Node* const n = sim.path.back();
    for (const Branch<State>& branch : sim.fan) release(n, n->chooser, branch.action, 1);
    n->virtual_loss -= count;
    sim.path.pop_back();
  }
  for (std::size_t i = 0; i < sim.path.size(); ++i) {
    Node* const n = sim.path[i];
    n->virtual_loss -= count;
    for (std::size_t r = 0; r < roles; ++r) {
      if (n->role(r).actions > 1) release(n, r, sim.joints[i * roles + r].value, count);
    }
  }
}

}  // namespace agon::search::mcts
