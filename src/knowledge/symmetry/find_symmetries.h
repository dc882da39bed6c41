// Symmetry detection: the automorphisms of a game as permutations of its fluents and moves, from two graphs, that of the rule sheet
// (Schiffel 2011, chapter 8) and that of the ground program, on request from proofs by SAT, and their common closure.
//
// The initial state is left out unless asked for: positions may be alike in a game that does not start symmetrically. One sheet
// gives one answer: the work is bounded by the sizes of the graphs, and the clock is a safety net only.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "circuit/circuit.h"
#include "game/facts.h"
#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/symmetry/automorphisms.h"

namespace agon::knowledge::symmetry {

struct SymmetryOptions {
  bool rule_graph = true;
  bool ground_graph = true;
  bool hidden = false;  // also candidates that neither graph shows, verified by SAT; slower
  // Proved mutex groups of the fluents (circuit/invariants.h): hidden symmetries need to hold in states that satisfy them only.
  std::vector<circuit::Group> groups = {};
  int conflicts = 20'000;       // of one query to the solver, for hidden symmetries
  bool initial_state = false;   // only symmetries that map the initial state to itself
  bool role_symmetries = true;  // look for those that exchange roles too
  AutomorphismBudget graphs = {};
  std::chrono::milliseconds time{5'000};  // 0: no limit
  std::size_t most_elements = 1'023;      // beside the identity; a larger group is given by its generators
  std::size_t most_bytes = std::size_t{32} << 20U;
};

// What a source has found, and how large its graph was.
struct SourceReport {
  std::string name;
  std::size_t vertices = 0, edges = 0;
  std::size_t generators = 0;  // that the ground program has, the identity left out
  std::size_t dropped = 0;     // automorphisms that lead out of the atoms of the ground program, or that simulation refuted
  bool complete = true;
};

struct Symmetries {
  game::Fact<game::SymmetryGroup> states;  // every role keeps its place
  game::Fact<game::SymmetryGroup> all;     // those that exchange roles included; empty unless asked for
  std::vector<SourceReport> sources;       // first those of state symmetries, then those with exchanged roles
  bool complete = true;                    // no budget ended before the work did
  double seconds = 0;
};

[[nodiscard]] Symmetries find_symmetries(const gdl::Rules& rules, const std::shared_ptr<const ground::GroundProgram>& program,
                                         const SymmetryOptions& options = {});

}  // namespace agon::knowledge::symmetry
