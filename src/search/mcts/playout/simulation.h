// One simulation: its path of selection through the tree, the playout behind it, and what it was worth.
#pragma once

#include <cmath>
#include <vector>

#include "search/mcts/playout/trace.h"
#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

// One of several moves that are expanded together (tree/fan.h).
template <class State>
struct Branch {
  std::uint32_t action = 0;
  State state;
  std::size_t leaf = 0;  // among those that wait for playouts
  bool ended = false;
  bool counts = true;  // false: nobody needs to know any more
};

template <class State>
struct Simulation {
  explicit Simulation(std::size_t roles) : trace(roles), values(roles), outcome(roles) {}

  std::vector<Node*> path;     // with a virtual loss as long as they are here
  std::vector<Choice> joints;  // for each node of the path, one per role
  Trace trace;
  std::vector<Branch<State>> fan;  // from the last node of the path, if it goes on with several moves at once
  std::size_t leaf = 0;            // else: among those that wait for playouts
  State state;                     // behind the last node of the path
  std::vector<double> values;      // per role, 0..1: what is backed up
  std::vector<double> outcome;     // the same without discount
  std::uint32_t steps = 0;         // of the playout
  std::uint64_t states = 0;        // made for it: more, if it is nested
  bool ended = false;              // the last state is terminal
  bool known = false;              // selection led to a proven result

  void clear() {
    path.clear();
    joints.clear();
    trace.clear();
    fan.clear();
    steps = 0;
    states = 0;
    ended = known = false;
  }

  // From outcome to values: results of long playouts count less, as the distance to the middle fades with each step.
  void discount(double factor) {
    const double left = factor == 1 ? 1 : std::pow(factor, steps);
    for (std::size_t r = 0; r < values.size(); ++r) values[r] = 0.5 + (outcome[r] - 0.5) * left;
  }
};

}  // namespace agon::search::mcts
