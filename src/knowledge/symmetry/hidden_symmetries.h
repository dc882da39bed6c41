// Symmetries that the syntax hides: candidates from a coarser graph, which only knows which fluents and moves occur together in
// rules, verified one by one by simulation and SAT (as Zhang, Liu and Li verify game equivalences).
//
// So is found that Hex looks the same turned upside down, though its rules follow chains of stones from one side to the other
// alone.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "circuit/circuit.h"
#include "game/symmetry_group.h"
#include "ground/ground_program.h"

namespace agon::knowledge::symmetry {

struct HiddenOptions {
  std::size_t most_candidates = 128;   // elements of the group of the coarse graph that are tried
  std::size_t most_literals = 60'000;  // of the ground program
  int conflicts = 20'000;              // of one query to the solver
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

struct HiddenSymmetries {
  std::vector<game::Symmetry> found;  // as many as generate the others, together with those that were known
  std::size_t vertices = 0, edges = 0;
  std::size_t refuted = 0, undecided = 0;  // candidates
  bool complete = true;                    // every candidate was decided
};

// Symmetries of states beyond those that `known` generates. `groups`: proved mutex groups, which all reachable states satisfy.
[[nodiscard]] HiddenSymmetries find_hidden_symmetries(const std::shared_ptr<const ground::GroundProgram>& program,
                                                      const std::vector<circuit::Group>& groups,
                                                      const std::vector<game::Symmetry>& known, const HiddenOptions& options = {});

}  // namespace agon::knowledge::symmetry
