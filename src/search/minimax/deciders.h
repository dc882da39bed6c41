// Serialisation of simultaneous moves: which roles have a real choice in a state, and in which order they are asked.
//
// Simultaneous moves are serialised as Fluxplayer does: one role after the other. Whoever comes later sees what the earlier ones
// chose, so the own role comes first, which is pessimistic for it: in Rock-Paper-Scissors each of its moves is worth 0. The random
// role comes last: nobody can act on what it will do.
#pragma once

#include <optional>
#include <vector>

#include "game/engine.h"

namespace agon::search::minimax {

struct Deciders {
  std::vector<game::MoveBuffer> legal;  // per role
  std::vector<RoleId> order;            // roles with more than one legal move
  bool stuck = false;         // some role cannot move: nothing can follow, though the rules do not call the state terminal
  bool simultaneous = false;  // several roles decide without seeing each other; the random role does not count

  template <game::Engine E>
  void find(const E& engine, typename E::Scratch& scratch, const typename E::State& state, RoleId own) {
    const std::size_t roles = engine.info().role_count();
    legal.resize(roles);
    order.clear();
    stuck = false;
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal[r]);
      stuck = stuck || legal[r].empty();
    }
    const std::optional<RoleId> random = engine.info().random;
    if (legal[own.index()].size() > 1) order.push_back(own);
    for (std::uint32_t r = 0; r < roles; ++r) {
      if (RoleId{r} != own && RoleId{r} != random && legal[r].size() > 1) order.push_back(RoleId{r});
    }
    simultaneous = order.size() > 1;
    if (random && *random != own && legal[random->index()].size() > 1) order.push_back(*random);
  }

  // Everybody's first move: right for those who have no choice.
  void first_moves(std::vector<MoveId>& joint) const {
    joint.resize(legal.size());
    for (std::size_t r = 0; r < legal.size(); ++r) joint[r] = legal[r].front();
  }
};

// A terminal state's goal; where the rules give none or several, nothing was won.
template <game::Engine E>
int final_goal(const E& engine, typename E::Scratch& scratch, const typename E::State& state, RoleId role) {
  const int goal = engine.goal(scratch, state, role);
  return goal == game::kNoGoal ? 0 : goal;
}

}  // namespace agon::search::minimax
