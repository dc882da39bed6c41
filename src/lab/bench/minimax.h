// The minimax driver of "Comparison of GDL Reasoners" (Schiffel and Bjornsson, GIGA 2013). It measures what asking costs: there are
// no values and no cut-offs. A node is a state that a move was made into; at an end the goals are asked for, as a search would; the
// flag "everything below is terminal" is never short-circuited, or else engines would be asked different questions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "game/engine.h"
#include "lab/bench/alarm.h"

namespace agon::lab {

struct TreeCount {
  std::uint64_t nodes = 0;  // moves made
  std::uint64_t ends = 0;
  std::int64_t goals = 0;  // sum over roles and ends: an engine with wrong goals has other sums
  friend bool operator==(const TreeCount&, const TreeCount&) = default;
};

template <game::Engine E>
class Minimax {
 public:
  using State = typename E::State;

  Minimax(const E& engine, typename E::Scratch& scratch) : engine_(engine), scratch_(scratch) {}

  // True: everything below is terminal. stop(nodes) is asked at every node, and ends the search.
  template <class Stop>
  bool search(const State& state, int depth, Stop&& stop) {
    return below(state, depth, 0, stop);
  }
  [[nodiscard]] const TreeCount& count() const { return count_; }
  void reset() { count_ = {}; }

 private:
  // Memory of one depth, kept for the next search.
  struct Level {
    std::vector<game::MoveBuffer> legal;
    std::vector<std::size_t> at;
    std::vector<MoveId> joint;
    std::optional<State> next;
  };

  Level& level(std::size_t ply) {
    const std::size_t roles = engine_.info().role_count();
    while (levels_.size() <= ply) {
      levels_.push_back(std::make_unique<Level>());
      levels_.back()->legal.resize(roles);
      levels_.back()->at.resize(roles);
      levels_.back()->joint.resize(roles);
    }
    return *levels_[ply];
  }

  template <class Stop>
  bool below(const State& state, int depth, std::size_t ply, Stop& stop) {
    if (stop(count_.nodes)) return false;
    const auto roles = static_cast<std::uint32_t>(engine_.info().role_count());
    if (engine_.is_terminal(scratch_, state)) {
      ++count_.ends;
      for (std::uint32_t r = 0; r < roles; ++r) count_.goals += engine_.goal(scratch_, state, RoleId{r});
      return true;
    }
    if (depth <= 0) return false;
    Level& here = level(ply);
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, here.legal[r]);
      if (here.legal[r].empty()) return true;  // against the rules of GDL; there is nothing below
      here.at[r] = 0;
    }
    bool all_terminal = true;
    for (;;) {
      for (std::uint32_t r = 0; r < roles; ++r) here.joint[r] = here.legal[r][here.at[r]];
      here.next = state;
      engine_.apply(scratch_, *here.next, here.joint);
      ++count_.nodes;
      if (!below(*here.next, depth - 1, ply + 1, stop)) all_terminal = false;
      if (stop(count_.nodes)) return false;
      std::uint32_t r = roles;
      while (r > 0 && ++here.at[r - 1] == here.legal[r - 1].size()) here.at[--r] = 0;
      if (r == 0) return all_terminal;
    }
  }

  const E& engine_;
  typename E::Scratch& scratch_;
  std::vector<std::unique_ptr<Level>> levels_;
  TreeCount count_;
};

// All of the tree of a fixed depth.
template <game::Engine E>
TreeCount count_tree(const E& engine, typename E::Scratch& scratch, const typename E::State& state, int depth) {
  Minimax<E> search(engine, scratch);
  search.search(state, depth, [](std::uint64_t) { return false; });
  return search.count();
}

// Trees of depth 1, 2, ... as far as the time goes. Depth 1 gets ten times as much: without it there is nothing to compare. Stops
// where everything is terminal.
template <game::Engine E>
std::vector<TreeCount> count_trees(const E& engine, typename E::Scratch& scratch, const typename E::State& state, double seconds,
                                   int deepest) {
  std::vector<TreeCount> counts;
  Minimax<E> search(engine, scratch);
  Alarm patient(10 * seconds + 1);
  Alarm usual(seconds);
  std::uint64_t before = 0;
  for (int depth = 1; depth <= deepest; ++depth) {
    search.reset();
    Alarm& alarm = depth == 1 ? patient : usual;
    const bool all_terminal = search.search(state, depth, [&](std::uint64_t nodes) { return alarm.rings(before + nodes); });
    if (alarm.rung()) break;
    counts.push_back(search.count());
    before += search.count().nodes;
    if (all_terminal) break;
  }
  return counts;
}

// Deepening from one state until the alarm rings or the tree is exhausted. `before`: the alarm's count of nodes so far.
// Returns the nodes of all iterations, the unfinished one included.
template <game::Engine E>
std::uint64_t deepen(Minimax<E>& search, const typename E::State& state, Alarm& alarm, std::uint64_t before) {
  search.reset();
  const auto stop = [&](std::uint64_t nodes) { return alarm.rings(before + nodes); };
  for (int depth = 0; !search.search(state, depth, stop) && !alarm.rung(); ++depth) {
  }
  return search.count().nodes;
}

}  // namespace agon::lab
