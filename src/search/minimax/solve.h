// Backward induction, the exact value of a small game: every state once, in a table of whole states. No heuristics, no bounds, no
// hashing without comparing: what it says is true. It is the oracle of the other searches and fills in the known values of
// positions.
//
// Turn-taking games without cycles and without secrets, with any number of roles and a random one: each role maximises its own goal
// (backward induction). It answers with a reason instead of a value where several roles move at once, where a state can return, and
// where the budget ends.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <utility>
#include <vector>

#include "game/any_engine.h"
#include "search/effort.h"
#include "search/minimax/deciders.h"
#include "search/symmetry/state_keys.h"

namespace agon::search::minimax {

struct SolveOptions {
  Budget budget = {};
  std::size_t max_states = 20'000'000;  // kept in memory
  // Of states: one state of each class of symmetric ones is kept and looked at.
  std::shared_ptr<const game::SymmetryGroup> symmetry = nullptr;
};

struct Solution {
  enum class Status : std::uint8_t { Solved, Simultaneous, Cyclic, Stuck, OutOfBudget } status = Status::OutOfBudget;
  std::vector<double> value;               // per role
  std::vector<std::vector<double>> moves;  // value for each move of the role that decides, empty if nobody does
  bool unique = true;                      // no role was ever indifferent between moves that others care about
  std::uint64_t states = 0;                // different ones
};

template <game::Engine E>
class ExactSolver {
 public:
  ExactSolver(const E& engine, const SolveOptions& options)
      : engine_(engine), options_(options), scratch_(engine.make_scratch()), keys_(engine, options.symmetry.get()) {
    effort_.budget = options.budget;
  }

  Solution solve(const typename E::State& root) {
    Solution solution;
    try {
      solution.value = value(root, 0);
      solution.moves = moves(root);
      solution.status = Solution::Status::Solved;
    } catch (const Interrupted&) {
      solution.status = Solution::Status::OutOfBudget;
    } catch (const Refused& refused) {
      solution.status = refused.why;
    }
    solution.unique = unique_;
    solution.states = known_.size();
    return solution;
  }

 private:
  struct Refused {
    Solution::Status why;
  };
  struct Hash {
    const E* engine;
    std::size_t operator()(const typename E::State& state) const { return engine->hash(state); }
  };
  using Values = std::vector<double>;

  Values value(const typename E::State& state, std::uint32_t ply) {
    effort_.visit(ply);
    const std::size_t roles = engine_.info().role_count();
    if (engine_.is_terminal(scratch_, state)) {
      Values goals(roles);
      for (std::uint32_t r = 0; r < roles; ++r) goals[r] = final_goal(engine_, scratch_, state, RoleId{r});
      return goals;
    }
    if (known_.size() >= options_.max_states) throw Interrupted{};
    // An entry without values is a state on the line from the root: to meet it again is to walk in a circle.
    typename E::State stands_for = state;
    keys_.to_representative(stands_for);
    const auto inserted = known_.try_emplace(stands_for);
    if (!inserted.second) {
      if (inserted.first->second.empty()) throw Refused{Solution::Status::Cyclic};
      return inserted.first->second;
    }
    Values result = best_of(state, successors(state, ply));
    known_[stands_for] = result;
    return result;
  }

  // Values of the successors, one for each move of the only role that decides.
  std::vector<Values> successors(const typename E::State& state, std::uint32_t ply) {
    Deciders deciders;
    deciders.find(engine_, scratch_, state, RoleId{0});
    if (deciders.stuck) throw Refused{Solution::Status::Stuck};
    if (deciders.order.size() > 1) throw Refused{Solution::Status::Simultaneous};
    std::vector<MoveId> joint;
    deciders.first_moves(joint);
    const std::size_t role = deciders.order.empty() ? 0 : deciders.order[0].index();
    std::vector<Values> all;
    for (const MoveId move : deciders.legal[role]) {
      joint[role] = move;
      typename E::State next = state;
      effort_.make_state();
      engine_.apply(scratch_, next, joint);
      all.push_back(value(next, ply + 1));
    }
    return all;
  }

  Values best_of(const typename E::State& state, const std::vector<Values>& all) {
    if (all.size() == 1) return all.front();
    Deciders deciders;
    deciders.find(engine_, scratch_, state, RoleId{0});
    const RoleId role = deciders.order[0];
    if (role == engine_.info().random) return mean(all);
    std::size_t best = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i][role.index()] > all[best][role.index()]) best = i;
    }
    for (const Values& other : all) unique_ = unique_ && (other[role.index()] != all[best][role.index()] || other == all[best]);
    return all[best];
  }
  static Values mean(const std::vector<Values>& all) {
    Values sum(all.front().size(), 0.0);
    for (const Values& one : all) {
      for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += one[r];
    }
    for (double& value : sum) value /= static_cast<double>(all.size());
    return sum;
  }

  std::vector<Values> moves(const typename E::State& root) {
    if (engine_.is_terminal(scratch_, root)) return {};
    std::vector<Values> all = successors(root, 0);
    if (all.size() == 1) all.clear();
    return all;
  }

  const E& engine_;
  SolveOptions options_;
  Effort effort_;
  typename E::Scratch scratch_;
  StateKeys<E> keys_;
  absl::flat_hash_map<typename E::State, Values, Hash> known_{0, Hash{&engine_}};
  bool unique_ = true;
};

// From the initial state, on whatever engine is inside.
[[nodiscard]] Solution solve_exactly(const game::AnyEngine& engine, const SolveOptions& options = {});

}  // namespace agon::search::minimax
