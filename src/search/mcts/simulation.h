// One simulation: the way down the tree, the playout behind it, and what it was worth.
#pragma once

#include <vector>

#include "search/mcts/trace.h"
#include "search/mcts/tree.h"

namespace agon::search::mcts {

// One of several moves that are tried together.
template <class State>
struct Branch {
  std::uint32_t action = 0;
  State state;
  std::size_t leaf = 0;  // among those that wait for playouts
  bool ended = false;
  bool counts = true;    // false: nobody needs to know any more
};

template <class State>
struct Simulation {
  explicit Simulation(std::size_t roles) : trace(roles), values(roles), outcome(roles) {}

  std::vector<Node*> path;            // nodes are held (Node::waiting) as long as they are here
  std::vector<std::uint32_t> joints;  // for each node of the path, an action index per role
  Trace trace;
  std::vector<Branch<State>> fan;     // from the last node of the path, if it goes on with several moves at once
  std::size_t leaf = 0;               // else: among those that wait for playouts
  State state;                        // behind the last node of the path
  std::vector<double> values;         // per role, 0..1: what is backed up
  std::vector<double> outcome;        // the same without discount
  std::uint32_t steps = 0;            // of the playout
  std::uint64_t states = 0;           // made for it: more, if it is nested
  bool ended = false;                 // the last state is terminal
  bool known = false;                 // the way down led to a proven result

  void clear() {
    path.clear();
    joints.clear();
    trace.clear();
    fan.clear();
    steps = 0;
    states = 0;
    ended = known = false;
  }
};

}  // namespace agon::search::mcts
