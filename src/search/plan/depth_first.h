// Depth-first search with a table of states, on an explicit stack: for puzzles where every move fills in a part of the answer, and
// to be sure that there is nothing better. States are compared as they are, so when the stack is empty every line was looked at.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "search/plan/backtracking.h"

namespace agon::search::plan {

// As the engine lists the moves, or first the move that leaves the fewest: what is nearly used up has to be used now (Warnsdorff
// 1823, and every constraint solver since).
enum class ChildOrder : std::uint8_t { AsListed, FewestMoves };

template <game::Engine E>
class DepthFirst final : public Strategy {
 public:
  DepthFirst(Task<E>& task, ChildOrder order, std::size_t memory_bytes)
      : task_(task),
        order_(order),
        max_known_(memory_bytes / 2 / kKnownBytes),
        max_depth_(memory_bytes / 2 / (state_bytes(task.root) + kLevelBytes)) {}

  [[nodiscard]] const char* name() const override { return order_ == ChildOrder::AsListed ? "depth-first" : "fewest moves first"; }

  Status work(std::uint64_t states) override {
    const std::uint64_t end = task_.effort.states + states;
    if (!started_) {
      line_.start(open(task_.root));
      started_ = true;
    }
    while (task_.effort.states < end && !task_.best.solved()) {
      if (line_.empty()) return complete_ ? Status::Exhausted : Status::GaveUp;
      line_.step(
          task_, name(), [&](std::uint64_t key) { return is_known(key); },
          [&](const typename E::State& state) { return open(state); },
          [&](std::uint64_t key) {
            if (known_.size() < max_known_) known_.insert(key);
          });
    }
    return Status::Working;
  }

 private:
  using Level = typename Backtracking<E>::Level;
  static constexpr std::size_t kKnownBytes = 16;
  static constexpr std::size_t kLevelBytes = 512;

  // A full table or stack ends the claim to have seen everything.
  bool is_known(std::uint64_t key) {
    if (known_.size() >= max_known_ || line_.depth() >= max_depth_) complete_ = false;
    return line_.depth() >= max_depth_ || known_.contains(key);
  }

  Level open(const typename E::State& state) {
    task_.effort.visit(static_cast<std::uint32_t>(line_.depth()));
    Level level;
    level.state = state;
    task_.legal(state, level.moves);
    level.order.resize(level.moves.size());
    std::iota(level.order.begin(), level.order.end(), 0U);
    if (order_ == ChildOrder::FewestMoves && level.moves.size() > 1) sort_by_moves_left(level);
    return level;
  }
  void sort_by_moves_left(Level& level) {
    std::vector<std::size_t> left(level.moves.size());
    for (std::size_t i = 0; i < level.moves.size(); ++i) {
      typename E::State next = level.state;
      task_.apply(next, level.moves[i]);
      task_.legal(next, moves_);
      left[i] = task_.is_terminal(next) ? 0 : moves_.size();
    }
    std::stable_sort(level.order.begin(), level.order.end(), [&](std::uint32_t a, std::uint32_t b) { return left[a] < left[b]; });
  }

  Task<E>& task_;
  ChildOrder order_;
  std::size_t max_known_;
  std::size_t max_depth_;
  bool started_ = false;
  bool complete_ = true;
  Backtracking<E> line_;
  absl::flat_hash_set<std::uint64_t> known_;
  game::MoveBuffer moves_;
};

}  // namespace agon::search::plan
