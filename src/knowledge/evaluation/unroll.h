// From the goal and terminal rules to a formula without variables (Schiffel, section 5.1; grounded mode as in chapter 6).
//
// Plain: an atom is replaced by the bodies of its rules; in a body, conditions that share a free variable are one existential
// query, which counts as one atom. Grounded: a query becomes a disjunction over its possible instances, conditions that do not
// depend on the state are evaluated and left out. With orders: order atoms keep a degree (order_values.h); where variables join
// them to other conditions, these are solved first and each solution counts with the degree of its order atoms. Recursively defined
// predicates are one atom in every mode.
//
// What is too large is not looked into: a rule of `terminal` then counts as an atom that fails (states that are evaluated are not
// terminal), a goal as an atom whose truth the engine tells. The notes say so.
#pragma once

#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/evaluation/network.h"

namespace agon::knowledge::evaluation {

struct UnrollOptions {
  bool grounded = true;
  bool orders = false;
  std::uint32_t most_instances = 20'000;  // of one query; more, and it is one atom
  // Of the goals of a role and value, or of a rule of `terminal`: more, and it is not looked into. All together may take five times
  // as much.
  std::uint32_t most_nodes = 60'000;
  std::uint64_t most_steps = 600'000;
};

// The fluents of the formula are numbered as in the program, which must be of these rules. Throws LimitReached only where
// the bank of terms is full.
[[nodiscard]] Network unroll(const gdl::Rules& rules, const ground::GroundProgram& program, const UnrollOptions& options);

}  // namespace agon::knowledge::evaluation
