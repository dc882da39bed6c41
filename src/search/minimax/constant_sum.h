// Constant-sum games: do the goals of all roles add up to the same number at every end? Two answers: a sample, which can only
// refute, and a proof.
#pragma once

#include <numeric>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "circuit/circuit.h"
#include "game/engine.h"
#include "game/facts.h"
#include "search/minimax/deciders.h"

namespace agon::search::minimax {

struct SumSample {
  std::uint32_t playouts = 100;
  std::uint32_t max_steps = 1'000;
  std::uint64_t seed = 1;
};

// The sum at the ends of random playouts, the random role left out; nothing if two ends differ or no playout ended.
template <game::Engine E>
std::optional<int> sampled_sum(const E& engine, const SumSample& options = {}) {
  Rng rng(options.seed);
  auto scratch = engine.make_scratch();
  std::optional<int> sum;
  Deciders deciders;
  std::vector<MoveId> joint;
  for (std::uint32_t i = 0; i < options.playouts; ++i) {
    auto state = engine.initial_state(scratch);
    std::uint32_t steps = 0;
    while (!engine.is_terminal(scratch, state) && steps < options.max_steps) {
      deciders.find(engine, scratch, state, RoleId{0});
      if (deciders.stuck) break;
      deciders.first_moves(joint);
      for (const RoleId role : deciders.order) {
        const game::MoveBuffer& legal = deciders.legal[role.index()];
        joint[role.index()] = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      }
      engine.apply(scratch, state, joint);
      ++steps;
    }
    if (!engine.is_terminal(scratch, state)) continue;
    int here = 0;
    for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
      if (RoleId{r} != engine.info().random) here += final_goal(engine, scratch, state, RoleId{r});
    }
    if (sum && *sum != here) return std::nullopt;
    sum = here;
  }
  return sum;
}

// By induction over one step: no legal move leads from a state that is not terminal, and satisfies the proven invariants of the
// circuit, to a terminal one that gives the two players goals with another sum, or gives one of them none. Sound: false only means
// that it was not proved. Two players (and perhaps the random role) only.
[[nodiscard]] bool prove_constant_sum(const circuit::Circuit& circuit, int sum);

// Both together: a few playouts say what there is to prove, if anything.
template <game::Engine E>
std::optional<game::Fact<int>> find_sum(const E& engine, const circuit::Circuit& circuit) {
  constexpr std::uint32_t kPlayouts = 30;
  const std::optional<int> sum = sampled_sum(engine, {.playouts = kPlayouts});
  if (!sum) return std::nullopt;
  if (prove_constant_sum(circuit, *sum))
    return game::Fact<int>{*sum, game::Standing::Proved, "induction on the circuit", kPlayouts};
  return game::Fact<int>{*sum, game::Standing::Seen, "random play", kPlayouts};
}

}  // namespace agon::search::minimax
