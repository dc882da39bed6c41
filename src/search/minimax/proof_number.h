// Depth-first proof-number search (df-pn, Nagai 2002): can a role force a goal of at least so much against everybody else? It goes
// where the fewest leaves stand between it and an answer.
//
// "Everybody else" includes the random role: what is forced is certain. Roles that move at once are asked one after the other, the
// own one first, so a "yes" is a strategy that works even if the others look on; a "no" means that no such strategy exists.
//
// Cycles. A state that returns on the line from the root counts as a failure of the own role, since going round never reaches a
// goal. Proofs are not touched by that: they end in terminal states on every line. But a disproof may lean on the line it was found
// on (the graph-history interaction problem), so once a state has returned, "no" becomes "unknown".
#pragma once

#include <absl/container/flat_hash_set.h>

#include <deque>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "game/any_engine.h"
#include "search/effort.h"
#include "search/minimax/deciders.h"
#include "search/minimax/proof_table.h"
#include "search/symmetry/state_keys.h"

namespace agon::search::minimax {

enum class Answer : std::uint8_t { Yes, No, Unknown };

struct ProofOptions {
  Budget budget = {};
  std::size_t table_bytes = std::size_t{64} << 20U;
  std::uint32_t max_depth = 2'000;  // longer lines end as unknown
  // Of states: symmetric ones share a place in the table, and of symmetric moves one is looked at.
  std::shared_ptr<const game::SymmetryGroup> symmetry = nullptr;
};

template <game::Engine E>
class ProofNumberSearch {
 public:
  ProofNumberSearch(const E& engine, const ProofOptions& options)
      : engine_(engine),
        options_(options),
        scratch_(engine.make_scratch()),
        table_(options.table_bytes),
        keys_(engine, options.symmetry.get()) {
    effort_.budget = options.budget;
  }

  // Several questions share the budget.
  Answer at_least(const typename E::State& root, RoleId role, int threshold) {
    own_ = role;
    threshold_ = threshold;
    uncertain_ = false;
    table_.clear();
    path_.clear();
    if (engine_.is_terminal(scratch_, root))
      return final_goal(engine_, scratch_, root, role) >= threshold ? Answer::Yes : Answer::No;
    try {
      Node node;
      node.state = root;
      node.key = keys_.of(root);
      const ProofNumbers numbers = search(node, {ProofNumbers::kInfinite, ProofNumbers::kInfinite}, 0);
      if (numbers.proved()) return Answer::Yes;
      if (numbers.disproved() && !uncertain_) return Answer::No;
    } catch (const Interrupted&) {
    }
    return Answer::Unknown;
  }
  [[nodiscard]] const Effort& effort() const { return effort_; }

 private:
  // A state, or a state in which some roles have decided already.
  struct Node {
    StateKey key;
    ProofNumbers numbers;
    std::uint32_t index = 0;  // the move that led here
    typename E::State state;
    std::vector<MoveId> joint;  // empty: nobody has decided yet
    std::size_t level = 0;      // how many have
  };
  struct Frame {
    Deciders deciders;
    std::vector<MoveId> joint;
    std::vector<Node> children;
  };
  struct Selection {
    std::size_t child = 0;
    std::uint32_t second = ProofNumbers::kInfinite;  // the next best number of the same kind
    ProofNumbers sum;                                // of the node
  };

  ProofNumbers search(const Node& node, ProofNumbers bounds, std::uint32_t ply) {
    const std::uint64_t before = effort_.nodes;
    effort_.visit(ply);
    if (ply >= options_.max_depth) throw Interrupted{};
    if (frames_.size() <= ply) frames_.resize(ply + 1);
    Frame& frame = frames_[ply];
    path_.insert(node.key.key);
    const bool own_decides = expand(node, frame);
    for (;;) {
      const Selection best = select(frame, own_decides);
      if (best.sum.proof >= bounds.proof || best.sum.disproof >= bounds.disproof) {
        path_.erase(node.key.key);
        table_.store(node.key.key, best.sum, effort_.nodes - before);
        return best.sum;
      }
      Node& child = frame.children[best.child];
      child.numbers = search(child, child_bounds(child.numbers, best, bounds, own_decides), ply + 1);
    }
  }

  // Fills the children; true if the own role decides, and nobody deciding is as good as it.
  bool expand(const Node& node, Frame& frame) {
    frame.deciders.find(engine_, scratch_, node.state, own_);
    frame.children.clear();
    if (frame.deciders.stuck) {  // the rules do not say what such an end is worth
      uncertain_ = true;
      return true;
    }
    frame.deciders.first_moves(frame.joint);
    if (!node.joint.empty()) frame.joint = node.joint;
    const auto& order = frame.deciders.order;
    const std::size_t role = order.empty() ? own_.index() : order[node.level].index();
    const bool last = node.level + 1 >= order.size();
    seen_.clear();
    for (std::uint32_t i = 0; i < frame.deciders.legal[role].size(); ++i) {
      frame.joint[role] = frame.deciders.legal[role][i];
      Node child;
      child.index = i;
      child.state = node.state;
      if (last) {
        effort_.make_state();
        engine_.apply(scratch_, child.state, frame.joint);
        child.key = keys_.of(child.state);
        if (keys_.symmetric() && !seen_.insert(child.key.key).second) continue;
        if (engine_.is_terminal(scratch_, child.state)) child.numbers = verdict(child.state);
      } else {
        child.joint = frame.joint;
        child.level = node.level + 1;
        const std::uint32_t name = keys_.name(node.key, RoleId{static_cast<std::uint32_t>(role)}, frame.joint[role], i);
        child.key = {mix(mix(node.key.key, child.level), name + 1), node.key.element};
      }
      frame.children.push_back(std::move(child));
    }
    return order.empty() || order[node.level] == own_;
  }
  ProofNumbers verdict(const typename E::State& state) {
    return final_goal(engine_, scratch_, state, own_) >= threshold_ ? ProofNumbers::yes() : ProofNumbers::no();
  }

  ProofNumbers look_up(Node& child) {
    if (child.numbers.proved() || child.numbers.disproved()) return child.numbers;
    if (path_.contains(child.key.key)) {
      uncertain_ = true;
      return ProofNumbers::no();
    }
    if (const ProofNumbers* known = table_.find(child.key.key)) child.numbers = *known;
    return child.numbers;
  }

  // Where the own role decides, one proved child proves the node and all must be disproved; elsewhere the other way round.
  Selection select(Frame& frame, bool own_decides) {
    Selection best;
    std::uint32_t least = ProofNumbers::kInfinite;
    std::uint32_t total = 0;
    bool found = false;
    for (std::size_t i = 0; i < frame.children.size(); ++i) {
      const ProofNumbers numbers = look_up(frame.children[i]);
      const std::uint32_t easy = own_decides ? numbers.proof : numbers.disproof;
      total = add_numbers(total, own_decides ? numbers.disproof : numbers.proof);
      if (!found || easy < least) {
        best.second = found ? least : ProofNumbers::kInfinite;
        least = easy;
        best.child = i;
        found = true;
      } else {
        best.second = std::min(best.second, easy);
      }
    }
    if (frame.children.empty()) {
      best.sum = ProofNumbers::no();
    } else {
      best.sum = own_decides ? ProofNumbers{least, total} : ProofNumbers{total, least};
    }
    return best;
  }

  // A child is searched until another one looks better. A little slack (Pawlewicz and Lew 2007) keeps the search from switching
  // back and forth between two children at the price of searching each again.
  static ProofNumbers child_bounds(ProofNumbers child, const Selection& best, ProofNumbers bounds, bool own_decides) {
    const std::uint32_t slack =
        best.second == ProofNumbers::kInfinite ? best.second : add_numbers(best.second, best.second / 4 + 1);
    if (own_decides) return {std::min(bounds.proof, slack), rest(bounds.disproof, best.sum.disproof, child.disproof)};
    return {rest(bounds.proof, best.sum.proof, child.proof), std::min(bounds.disproof, slack)};
  }
  static std::uint32_t rest(std::uint32_t bound, std::uint32_t sum, std::uint32_t own) {
    return bound == ProofNumbers::kInfinite ? bound : add_numbers(bound - sum, own);
  }

  const E& engine_;
  ProofOptions options_;
  Effort effort_;
  typename E::Scratch scratch_;
  ProofTable table_;
  StateKeys<E> keys_;
  RoleId own_;
  int threshold_ = 100;
  bool uncertain_ = false;  // a "no" may depend on the line or on a state without moves
  std::deque<Frame> frames_;
  absl::flat_hash_set<std::uint64_t> path_;
  absl::flat_hash_set<std::uint64_t> seen_;  // keys of the children at hand
};

// What a role can force, by threshold steps. Where it is exact in a two-player game with constant sum, it is the value of the game.
struct ForcedGoal {
  int low = 0, high = 100;  // proved
  std::uint64_t nodes = 0;
  [[nodiscard]] bool exact() const { return low == high; }
};

[[nodiscard]] Answer can_force(const game::AnyEngine& engine, RoleId role, int threshold, const ProofOptions& options = {});
// Halves the set of goal values that the rules name, until the answer is exact or the budget is used up.
[[nodiscard]] ForcedGoal solve_by_proof(const game::AnyEngine& engine, RoleId role, const ProofOptions& options = {});

}  // namespace agon::search::minimax
