// A formula without variables as a directed acyclic graph with shared sub-formulas: what the goal and terminal rules say in terms
// of the fluents of a state. Built by unroll.h, evaluated by evaluator.h.
//
// Nodes are graded (they have a degree of truth) or not (they are only true or false: parts of an existential query, which counts
// as one atom). Ungraded nodes may lie on cycles, as in rules for connectedness; their least fixpoint counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "knowledge/evaluation/fuzzy.h"

namespace agon::knowledge::evaluation {

using NodeIndex = std::uint32_t;

struct Edge {
  std::uint32_t code = 0;
  [[nodiscard]] constexpr NodeIndex node() const { return code >> 1U; }
  [[nodiscard]] constexpr bool negated() const { return (code & 1U) != 0; }
  static constexpr Edge to(NodeIndex node, bool negated = false) { return {(node << 1U) | (negated ? 1U : 0U)}; }
  friend auto operator<=>(Edge, Edge) = default;
};

struct Node {
  enum class Kind : std::uint8_t {
    Constant,  // a fixed degree: an order atom, or a condition that the evaluation does not look into
    Fluent,    // of the state
    Goal,      // the engine is asked whether a role has this goal value
    All,       // conjunction
    Any,       // disjunction
    Query,     // of an ungraded child: an existential query as one atom
    Choice,    // a disjunction of constants, each counted where its ungraded condition holds (order atoms)
  };
  Kind kind = Kind::Constant;
  bool graded = false;
  std::uint32_t fluent = 0;  // of Fluent
  RoleId role{0};            // of Goal
  int value = 0;             // of Goal
  Degree constant{};         // of Constant
  std::vector<Edge> children;
  std::vector<Degree> constants;  // of Choice, one for each child
  std::string name;               // the atom that it stands for, in prefix form; empty for parts of rules
};

// The goal formula of one role and value.
struct GoalFormula {
  int value = 0;
  Edge formula;
};

struct Network {
  static constexpr NodeIndex kFalse = 0, kTrueNode = 1;  // constants that fold away; the first two nodes
  std::vector<Node> nodes;
  std::vector<std::vector<GoalFormula>> goals;  // per role, ascending values
  std::vector<int> values;                      // GV: all goal values of the game, ascending
  Edge terminal;
  std::vector<std::string> notes;  // what was not looked into, and why
};

}  // namespace agon::knowledge::evaluation
