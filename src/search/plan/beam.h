// Beam search: layer by layer, keeping only the most promising positions of each; when a beam comes to nothing, again with twice
// the width. All lines of a layer are equally long, so it finds short plans where the rules allow few moves and greedy searches
// wander.
//
// Promising is what has the least relaxed distance to the goal, or the fewest unmet conditions where there is no circuit; among
// equals, chance.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "search/plan/task.h"

namespace agon::search::plan {

template <game::Engine E>
class Beam final : public Strategy {
 public:
  Beam(Task<E>& task, std::uint64_t seed, std::size_t memory_bytes)
      : task_(task), rng_(seed), max_width_(memory_bytes / 8 / (state_bytes(task.root) + kNodeBytes)) {
    start();
  }

  [[nodiscard]] const char* name() const override { return "beam"; }

  Status work(std::uint64_t states) override {
    const std::uint64_t end = task_.effort.states + states;
    while (task_.effort.states < end && !task_.best.solved()) {
      if (at_ < layer_.size()) {
        expand(layer_[at_]);
        ++at_;
      } else if (!next_.empty() && steps_.size() < kMaxSteps) {
        close_layer();
      } else if (!narrowed_ || width_ * 2 > max_width_) {
        return Status::GaveUp;  // a wider beam would be the same, or too wide
      } else {
        width_ *= 2;
        start();
      }
    }
    return Status::Working;
  }

 private:
  struct Step {  // how a position of a layer was reached
    std::uint32_t parent = 0;
    std::uint32_t choice = 0;
  };
  struct Node {
    typename E::State state;
    Step step;
    std::uint32_t rating = 0;
    std::uint64_t chance = 0;
    friend bool operator<(const Node& a, const Node& b) { return a.rating != b.rating ? a.rating < b.rating : a.chance < b.chance; }
  };
  static constexpr std::size_t kNodeBytes = 64;
  static constexpr std::size_t kFirstWidth = 64;
  static constexpr std::size_t kMaxSteps = 500;

  void start() {
    steps_.clear();
    known_.clear();
    layer_.clear();
    next_.clear();
    layer_.push_back({task_.root, {}, 0, 0});
    at_ = 0;
    narrowed_ = false;
  }

  void expand(const Node& node) {
    task_.effort.visit(static_cast<std::uint32_t>(steps_.size()));
    task_.legal(node.state, moves_);
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
      typename E::State next = node.state;
      task_.apply(next, moves_[i]);
      if (task_.is_terminal(next)) {
        const int goal = task_.goal(next);
        if (goal > task_.best.goal()) task_.best.offer(goal, line(i), name());
        continue;
      }
      if (!known_.insert(task_.fluents.key(next)).second) continue;
      const std::uint32_t rating = rate(next);
      if (rating < GoalCosts::kNever) next_.push_back({std::move(next), {static_cast<std::uint32_t>(at_), i}, rating, rng_.next()});
    }
  }
  std::uint32_t rate(const typename E::State& state) {
    if constexpr (Progress<E>::kHasDistance) {
      return task_.progress.distance(state);
    } else {
      return task_.progress.unmet(task_.scratch, state);
    }
  }

  void close_layer() {
    if (next_.size() > width_) {
      std::nth_element(next_.begin(), next_.begin() + static_cast<std::ptrdiff_t>(width_), next_.end());
      next_.resize(width_);
      narrowed_ = true;
    }
    std::sort(next_.begin(), next_.end());
    layer_.swap(next_);
    next_.clear();
    at_ = 0;
    steps_.emplace_back();
    for (const Node& node : layer_) steps_.back().push_back(node.step);
  }

  // To the node that is being expanded, and on.
  std::vector<std::uint32_t> line(std::uint32_t last) const {
    std::vector<std::uint32_t> choices{last};
    std::size_t at = at_;
    for (auto layer = steps_.rbegin(); layer != steps_.rend(); ++layer) {
      choices.push_back((*layer)[at].choice);
      at = (*layer)[at].parent;
    }
    std::reverse(choices.begin(), choices.end());
    return choices;
  }

  Task<E>& task_;
  Rng rng_;
  std::size_t max_width_;
  std::size_t width_ = kFirstWidth;
  bool narrowed_ = false;  // something was left out
  std::vector<Node> layer_, next_;
  std::size_t at_ = 0;                    // node of the layer to expand
  std::vector<std::vector<Step>> steps_;  // per layer after the root
  absl::flat_hash_set<std::uint64_t> known_;
  game::MoveBuffer moves_;
};

}  // namespace agon::search::plan
