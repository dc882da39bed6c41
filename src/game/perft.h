// Perft (performance test of move generation): the number of sequences of `depth` joint moves from the initial state, the number of
// those that end in a terminal state, and the sum of goals there. Terminal states have no successors. Hard to get right by luck.
#pragma once

#include <vector>

#include "game/engine.h"

namespace agon::game {

struct PerftCount {
  std::uint64_t nodes = 0;
  std::uint64_t terminals = 0;
  std::vector<std::int64_t> goal_sums;  // per role, over the terminal nodes; a role without a single goal value adds nothing
};

// Calls visit(joint) for each combination of the roles' legal moves, the last role fastest.
template <class Visit>
void for_each_joint(std::span<const MoveBuffer> legal, Visit&& visit) {
  std::vector<MoveId> joint(legal.size());
  std::vector<std::size_t> at(legal.size(), 0);
  for (const MoveBuffer& moves : legal) {
    if (moves.empty()) return;
  }
  for (;;) {
    for (std::size_t r = 0; r < legal.size(); ++r) joint[r] = legal[r][at[r]];
    visit(std::span<const MoveId>(joint));
    std::size_t r = legal.size();
    while (r > 0 && ++at[r - 1] == legal[r - 1].size()) at[--r] = 0;
    if (r == 0) return;
  }
}

template <Engine E, class Progress>
void perft_below(const E& engine, typename E::Scratch& scratch, const typename E::State& state, int depth, PerftCount& count,
                 Progress& progress) {
  const std::size_t roles = engine.info().role_count();
  if (depth == 0) {
    ++count.nodes;
    progress();
    if (!engine.is_terminal(scratch, state)) return;
    ++count.terminals;
    for (std::uint32_t r = 0; r < roles; ++r) {
      const int goal = engine.goal(scratch, state, RoleId{r});
      if (goal != kNoGoal) count.goal_sums[r] += goal;
    }
    return;
  }
  if (engine.is_terminal(scratch, state)) return;
  std::vector<MoveBuffer> legal(roles);
  for (std::uint32_t r = 0; r < roles; ++r) engine.legal_moves(scratch, state, RoleId{r}, legal[r]);
  for_each_joint(legal, [&](std::span<const MoveId> joint) {
    typename E::State next = state;
    engine.apply(scratch, next, joint);
    perft_below(engine, scratch, next, depth - 1, count, progress);
  });
}

// `progress` is called once per node, to report progress or to stop the count by an exception.
template <Engine E, class Progress>
PerftCount perft(const E& engine, int depth, Progress&& progress) {
  PerftCount count;
  count.goal_sums.resize(engine.info().role_count());
  auto scratch = engine.make_scratch();
  const auto start = engine.initial_state(scratch);
  perft_below(engine, scratch, start, depth, count, progress);
  return count;
}

}  // namespace agon::game
