// What one thread of a tree search owns: scratch memory, random numbers, its playout policy and the simulations under way.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "engines/lanes/lanes.h"
#include "search/mcts/playout/lane_leaves.h"
#include "search/mcts/playout/uniform.h"
#include "search/mcts/tree/prior.h"

namespace agon::search::mcts {

template <game::FlatEngine E>
struct Worker {
  // The engine and the options outlive it. `whole_lines`: the search wants all moves of a playout, whatever the policy.
  Worker(const E& engine, std::shared_ptr<const engines::Lanes> shared_lanes, const Options& search_options, bool whole_lines,
         unsigned number)
      : options(search_options),
        lanes(std::move(shared_lanes)),
        roles(engine.info().role_count()),
        scratch(engine.make_scratch()),
        rng(mix(options.seed, number)),
        legal(roles) {
    constexpr std::size_t kPolicyParts = 4;  // of the tree's memory: what playout policies may take beside it
    const PlayoutMaker* const maker = options.playout.policy.get();
    const PlayoutSetup<E> setup{.engine = engine,
                                .options = options.playout,
                                .traced = whole_lines || (maker != nullptr && maker->needs_trace()),
                                .memory_bytes = options.memory_bytes / kPolicyParts / std::max(1U, options.threads)};
    if (maker != nullptr) policy = maker->make(setup);
    else if (!lanes) policy = std::make_unique<UniformPlayout<E>>(setup);
    if (policy) preference = policy->preference();
    if (options.prior) prior.emplace(engine, *options.prior);
    drop_simulations();
  }

  void drop_simulations() {
    under_way.clear();
    unused.clear();
    simulations.clear();
    if (lanes) leaves.emplace(lanes, roles, options, rng.next());
  }

  const Options& options;
  std::shared_ptr<const engines::Lanes> lanes;
  std::size_t roles;
  typename E::Scratch scratch;
  Rng rng;
  std::unique_ptr<PlayoutPolicy<E>> policy;  // null: uniform, in lanes
  MovePreference* preference = nullptr;      // of the policy
  std::optional<Prior<E>> prior;
  std::deque<Simulation<typename E::State>> simulations;
  std::vector<Simulation<typename E::State>*> under_way, unused;  // with lanes
  std::vector<game::MoveBuffer> legal;
  std::optional<LaneLeaves> leaves;
  std::vector<MoveId> joint;
  game::JointChoice choice;
  std::vector<double> sums;
};

}  // namespace agon::search::mcts
