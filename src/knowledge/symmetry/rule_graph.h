// The enhanced rule graph of a rule sheet (Schiffel 2011, definition 8.4): a labelled graph whose automorphisms are exactly the
// renamings of symbols and permutations of arguments that leave the set of rules unchanged.
//
// One vertex for each symbol with its arity and for each of its argument places, and one for each occurrence of an atom, a term or
// a variable. Argument places are vertices instead of an order of edges, so that rotations of a board can be seen.
#pragma once

#include <vector>

#include "gdl/rules.h"
#include "knowledge/symmetry/labelled_graph.h"

namespace agon::knowledge::symmetry {

struct RuleGraphOptions {
  bool initial_state = false;  // with the facts of `init`: only symmetries that the start has too
  bool fixed_roles = true;     // state symmetries: every role keeps its place
  // Goal values of the game, which keep their meaning; constants that stand in the head of a goal rule are always among them.
  std::vector<int> goals = {};
};

struct RuleGraph {
  // Argument j of the symbol is the vertex `vertex` + 1 + j.
  struct Symbol {
    SymbolId name;
    std::uint32_t arity = 0;
    Vertex vertex = 0;
  };
  LabelledGraph graph;
  std::vector<Symbol> symbols;  // in the order of the sheet; goal values are not among them
};

[[nodiscard]] RuleGraph make_rule_graph(const gdl::Rules& rules, const RuleGraphOptions& options = {});

}  // namespace agon::knowledge::symmetry
