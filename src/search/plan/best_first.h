// Best-first search over positions: every position once, the most promising next. What is promising:
// - Breadth: the nearest to the root; finds shortest plans, and whole small puzzles.
// - Width: the most novel, then the one with the fewest conditions of the goal unmet (best-first width search).
// - Distance: weighted A* on the relaxed distance, which also throws away what can no longer be won.
// Positions are compared without the time; a position that is reached again sooner is looked at again.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "search/plan/novelty.h"
#include "search/plan/task.h"

namespace agon::search::plan {

enum class Promise : std::uint8_t { Breadth, Width, Distance };

template <game::Engine E>
class BestFirst final : public Strategy {
 public:
  BestFirst(Task<E>& task, Promise promise, std::size_t memory_bytes)
      : task_(task),
        promise_(promise),
        novelty_(promise == Promise::Width ? memory_bytes / 4 : 0),
        max_nodes_(memory_bytes / 4 * 3 / (state_bytes(task.root) + kNodeBytes)) {
    task_.fluents.read(task_.root, fluents_);
    add({task_.root, kNoParent, 0, 0}, true, fluents_);
  }

  [[nodiscard]] const char* name() const override {
    return promise_ == Promise::Breadth ? "breadth-first" : promise_ == Promise::Width ? "width" : "relaxed distance";
  }

  Status work(std::uint64_t states) override {
    const std::uint64_t end = task_.effort.states + states;
    while (task_.effort.states < end && !task_.best.solved()) {
      if (open_.empty() || nodes_.size() >= max_nodes_) return Status::GaveUp;
      const Entry entry = open_.top();
      open_.pop();
      try {
        expand(std::get<2>(entry));
      } catch (const Interrupted&) {  // there may be more time later
        open_.push(entry);
        throw;
      }
    }
    return Status::Working;
  }

 private:
  struct Node {
    typename E::State state;
    std::uint32_t parent = 0;
    std::uint32_t choice = 0;
    std::uint32_t depth = 0;
  };
  static constexpr std::uint32_t kNoParent = 0xffffffff;
  static constexpr std::size_t kNodeBytes = 64;  // parent and choice, a place in the queue and in the set of known positions
  static constexpr std::uint32_t kWeight = 5;    // of the distance to go against the way behind

  void expand(std::uint32_t node) {
    const typename E::State state = nodes_[node].state;
    const std::uint32_t depth = nodes_[node].depth;
    task_.effort.visit(depth);
    task_.legal(state, moves_);
    task_.fluents.read(state, parent_fluents_);
    for (std::uint32_t i = 0; i < moves_.size() && !task_.best.solved(); ++i) {
      typename E::State next = state;
      task_.apply(next, moves_[i]);
      if (task_.is_terminal(next)) {
        const int goal = task_.goal(next);
        if (goal > task_.best.goal()) task_.best.offer(goal, line(node, i), name());
        continue;
      }
      const auto known = known_.try_emplace(task_.fluents.key(next), depth + 1);
      if (!known.second) {
        if (known.first->second <= depth + 1) continue;
        known.first->second = depth + 1;
      }
      task_.fluents.read(next, fluents_);
      fresh_.clear();
      std::set_difference(fluents_.begin(), fluents_.end(), parent_fluents_.begin(), parent_fluents_.end(),
                          std::back_inserter(fresh_));
      add({std::move(next), node, i, depth + 1}, known.second, fresh_);
    }
  }

  void add(Node node, bool first_time, std::span<const std::uint32_t> fresh) {
    const std::uint64_t priority = rate(node, first_time, fresh);
    if (priority == kHopeless) return;
    open_.emplace(priority, promise_ == Promise::Distance ? ~nodes_.size() : nodes_.size(),
                  static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back(std::move(node));
  }

  // Less is better.
  std::uint64_t rate(const Node& node, bool first_time, std::span<const std::uint32_t> fresh) {
    if (promise_ == Promise::Breadth) return node.depth;
    if constexpr (Progress<E>::kHasDistance) {
      if (promise_ == Promise::Distance) {
        const std::uint32_t distance = task_.progress.distance(node.state);
        if (distance >= GoalCosts::kNever) return kHopeless;
        return node.depth + std::uint64_t{kWeight} * distance;
      }
    }
    const std::uint64_t unmet = task_.progress.unmet(task_.scratch, node.state);
    const bool progress = node.parent == kNoParent || task_.progress.unmet(task_.scratch, nodes_[node.parent].state) != unmet;
    const std::uint64_t novelty =
        first_time ? novelty_.see(unmet, fluents_, progress ? std::span<const std::uint32_t>(fluents_) : fresh) : Novelty::kNone;
    return (novelty << 32U) | unmet;
  }

  std::vector<std::uint32_t> line(std::uint32_t node, std::uint32_t last) const {
    std::vector<std::uint32_t> choices{last};
    for (; nodes_[node].parent != kNoParent; node = nodes_[node].parent) choices.push_back(nodes_[node].choice);
    std::reverse(choices.begin(), choices.end());
    return choices;
  }

  static constexpr std::uint64_t kHopeless = ~std::uint64_t{0};
  using Entry = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;  // priority, tie-break, node

  Task<E>& task_;
  Promise promise_;
  Novelty novelty_;
  std::size_t max_nodes_;
  std::vector<Node> nodes_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> known_;  // position to its least depth
  game::MoveBuffer moves_;
  std::vector<std::uint32_t> fluents_, parent_fluents_, fresh_;
};

}  // namespace agon::search::plan
