#include "search/mcts/tree/credit.h"

namespace agon::search::mcts {

void RaveCredit::add(std::span<Node* const> path, const Trace& trace, std::span<const double> values) {
  // From the end to the root: the moves made from a node on are those of its own descent and of all that follows.
  ++stamp_;
  std::size_t step = trace.steps();
  for (std::size_t i = path.size(); i-- > 0;) {
    while (step > i) {
      --step;
      for (std::size_t r = 0; r < stamps_.size(); ++r) {
        const std::size_t move = trace.move(step, r).index();
        if (move >= stamps_[r].size()) stamps_[r].resize(move + 1, 0);
        stamps_[r][move] = stamp_;
      }
    }
    for (std::size_t r = 0; r < stamps_.size(); ++r) {
      const auto actions = path[i]->actions(r);
      if (actions.size() < 2) continue;
      for (std::size_t a = 0; a < actions.size(); ++a) {
        const std::size_t move = actions[a].move.index();
        if (move >= stamps_[r].size() || stamps_[r][move] != stamp_) continue;
        Extra& extra = path[i]->extras(r)[a];
        ++extra.rave_visits;
        extra.rave_mean += (static_cast<float>(values[r]) - extra.rave_mean) / static_cast<float>(extra.rave_visits);
      }
    }
  }
}

void add_regrets(const Tree& tree, Node* n, std::span<const Choice> joint, std::span<const double> values) {
  std::vector<Choice> other(joint.begin(), joint.end());
  for (std::size_t r = 0; r < n->roles; ++r) {
    const auto actions = n->actions(r);
    if (actions.size() < 2) continue;
    for (std::uint32_t i = 0; i < actions.size(); ++i) {
      other[r] = Choice{i};
      if (other[r] == joint[r]) continue;
      Node* const child = tree.child(n, other);
      if (child == nullptr) continue;
      const Bounds bounds = child->role(r).bounds;
      if (!bounds.proven() && child->visits == 0) continue;
      const double there = bounds.proven() ? bounds.low : child->role(r).sum / child->visits;
      n->extras(r)[i].regret += static_cast<float>(there - values[r]);
    }
    other[r] = joint[r];
  }
}

}  // namespace agon::search::mcts
