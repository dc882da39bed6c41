// Backtracking on an explicit stack: one line of play, from which depth-first searches go on, go back, and can be interrupted.
#pragma once

#include <vector>

#include "search/plan/task.h"

namespace agon::search::plan {

template <game::Engine E>
class Backtracking {
 public:
  struct Level {
    typename E::State state;
    game::MoveBuffer moves;            // all that are legal
    std::vector<std::uint32_t> order;  // indices of those to try
    std::size_t next = 0;
  };

  [[nodiscard]] bool empty() const { return stack_.empty(); }
  [[nodiscard]] std::size_t depth() const { return stack_.size(); }
  void start(Level root) { stack_.push_back(std::move(root)); }

  // Tries the next move of the last level, or goes back. Nothing changes before the last question that may interrupt, so that the
  // search can go on from here later. is_known(key): not worth opening; open(state): the level of a state; remember(key): it is
  // open.
  template <class IsKnown, class Open, class Remember>
  void step(Task<E>& task, const char* strategy, IsKnown&& is_known, Open&& open, Remember&& remember) {
    Level& top = stack_.back();
    if (top.next == top.order.size()) return back();
    const std::uint32_t choice = top.order[top.next];
    typename E::State state = top.state;
    task.apply(state, top.moves[choice]);
    if (task.is_terminal(state)) {
      choices_.push_back(choice);
      task.best.offer(task.goal(state), choices_, strategy);
      choices_.pop_back();
      ++top.next;
      return;
    }
    const std::uint64_t key = task.keys.of(state).key;
    if (is_known(key)) {
      ++top.next;
      return;
    }
    Level level = open(state);
    remember(key);
    ++top.next;
    choices_.push_back(choice);
    stack_.push_back(std::move(level));
  }

 private:
  void back() {
    stack_.pop_back();
    if (!choices_.empty()) choices_.pop_back();
  }

  std::vector<Level> stack_;
  std::vector<std::uint32_t> choices_;
};

}  // namespace agon::search::plan
