// The automorphism group of a labelled graph, as generators (partition refinement with backtracking, by the library bliss of
// Junttila and Kaski 2007).
#pragma once

#include <chrono>
#include <vector>

#include "knowledge/symmetry/labelled_graph.h"

namespace agon::knowledge::symmetry {

struct AutomorphismBudget {
  // The search is nearly linear on graphs of rules, so that their size bounds its time; the same on every machine.
  std::size_t vertices = 400'000;
  std::size_t edges = 2'000'000;
  std::size_t generators = 400;
  // A safety net: looked at whenever a generator is found.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

struct Automorphisms {
  enum class Status : std::uint8_t {
    Complete,  // the generators generate the whole group
    Stopped,   // a subgroup: the budget ended
    TooLarge,  // nothing was looked for
  } status = Status::Complete;
  std::vector<Permutation> generators;  // none is the identity
  double order = 1;                     // of the group; of what was found at least, if stopped
};

// The graph is tidied.
[[nodiscard]] Automorphisms find_automorphisms(LabelledGraph& graph, const AutomorphismBudget& budget = {});

}  // namespace agon::knowledge::symmetry
