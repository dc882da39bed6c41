// The graph of a ground program: a labelled graph whose automorphisms map fluents, moves and derived atoms so that the rules and
// the answers (next, legal, terminal, goals, percepts) stay the same.
//
// It sees what the rule graph cannot: the mirror of a board whose rows and columns share their constants, and symmetries that a
// superfluous rule or a function term hides. In return it does not see what the grounder has unfolded in one direction only.
#pragma once

#include "game/facts.h"
#include "ground/ground_program.h"
#include "knowledge/symmetry/labelled_graph.h"

namespace agon::knowledge::symmetry {

struct GroundGraphOptions {
  bool initial_state = false;
  bool fixed_roles = true;
  // Fluents, then moves: points with different labels are not exchanged. Empty: all alike.
  std::vector<std::uint32_t> labels = {};
};

// Vertices 0 .. fluents + moves - 1 are the atoms of the program with these numbers, then come its roles.
[[nodiscard]] LabelledGraph make_ground_graph(const ground::GroundProgram& program, const GroundGraphOptions& options = {});

// What an automorphism does to fluents, moves and roles.
[[nodiscard]] game::SymmetryGroup::Element read_automorphism(const ground::GroundProgram& program, const Permutation& automorphism);

}  // namespace agon::knowledge::symmetry
