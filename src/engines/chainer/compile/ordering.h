// Join ordering: the order of the hypotheses of a rule. It determines their kinds (Definition 1 of the paper): a positive one that
// binds a new variable is an input, one without variables a precondition, everything else a condition. The best order reads the
// fewest list elements (Theorem 1, Corollary 2), given the lengths of the lists in random play.
#pragma once

#include <span>
#include <vector>

#include "engines/chainer/compile/flat.h"

namespace agon::engines::chainer {

enum class Order : std::uint8_t { Best, Original, Worst };

enum class HypothesisKind : std::uint8_t { Precondition, Input, Condition };
// Kinds of the body literals and then of the `distinct`s of a rule, when its literals are taken in the given order.
[[nodiscard]] std::vector<HypothesisKind> classify(const FlatRule& rule, std::span<const std::uint32_t> order);

// The selectivity of an input: the part of its instances that agree with what is bound (`bound` per variable).
[[nodiscard]] double pass_probability(const FlatProgram& program, const FlatRule& rule, const FlatLiteral& input,
                                      const std::vector<bool>& bound);
// The same for a condition, given the mean number of instances that hold.
[[nodiscard]] double exists_probability(const Relation& relation, double mean);

// A level of the join: one input with the conditions that can be tested after it.
struct PlanLevel {
  std::uint32_t input = 0;             // index into the body
  std::vector<std::uint32_t> tests;    // indices into the body
  std::vector<std::uint32_t> unequal;  // indices into the rule's list
  std::vector<VariableId> fresh;       // variables that the input binds
};
struct Plan {
  std::vector<std::uint32_t> preconditions;  // body literals without variables
  std::vector<PlanLevel> levels;
  double predicted = 0;  // list elements that are read each time (the sum of Corollary 2)
};

struct OrderOptions {
  Order order = Order::Best;
  // As in the paper: conditions wait for all inputs. Otherwise each is tested as soon as its variables are bound, a list is probed
  // where fewer instances could agree than it has, and static facts are joined in advance; the cost accounts for these.
  bool faithful = false;
};

// The body literals that become inputs, in the chosen order. `means` are the lengths of the lists when the rule is processed, per
// body literal. `first`: a body literal that has to come first, -1 if any may.
[[nodiscard]] std::vector<std::uint32_t> choose_inputs(const FlatProgram& program, const FlatRule& rule,
                                                       std::span<const double> means, const OrderOptions& options,
                                                       std::int32_t first = -1);
[[nodiscard]] Plan make_plan(const FlatProgram& program, const FlatRule& rule, std::span<const std::uint32_t> inputs,
                             std::span<const double> means, const OrderOptions& options);

}  // namespace agon::engines::chainer
