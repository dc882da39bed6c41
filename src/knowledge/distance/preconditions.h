// Goal regression by one step: in which states can a joint move make a fluent true? An and-or graph over the ground program.
//
// An atom holds in one of its *ways* (rule bodies); a way needs all its conditions. Only conditions that the state must fulfil are
// kept: fluents, derived atoms, and `legal` in the place of `does` (a move that is made is legal). Negated conditions are dropped,
// so a way with no condition left needs nothing that is known. Ways that no reachable state and no joint move fulfil are left out:
// two moves of one role, a move that is never legal, a fluent with its negation, two fluents of a proved mutex group. Only what
// `next` depends on is kept. Nothing is expanded to disjunctive normal form.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/big_vector.h"
#include "circuit/circuit.h"
#include "ground/ground_program.h"

namespace agon::knowledge {

// Time, memory and the wish to stop, asked every so often; true when the work should end.
using Exhausted = std::function<bool(std::size_t bytes)>;

class Preconditions {
 public:
  // No value when the budget ended before the graph stood. `groups` must be mutex groups of every reachable state.
  [[nodiscard]] static std::optional<Preconditions> create(const ground::GroundProgram& program,
                                                           std::span<const circuit::Group> groups, const Exhausted& exhausted);

  // Nodes: fluents by number, then the derived atoms that `next` needs, each after those that its ways mention unless they are on
  // one cycle.
  [[nodiscard]] std::uint32_t fluent_count() const { return fluent_count_; }
  [[nodiscard]] std::uint32_t node_count() const { return fluent_count_ + static_cast<std::uint32_t>(way_begin_.size()) - 1; }
  // What makes a fluent true: a node, `ground::kAlways` (it holds in every next state) or `ground::kNever`.
  [[nodiscard]] std::uint32_t next(std::uint32_t fluent) const { return next_[fluent]; }

  // The ways of a derived node: numbers [first, second).
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> ways(std::uint32_t node) const {
    return {way_begin_[node - fluent_count_], way_begin_[node - fluent_count_ + 1]};
  }
  [[nodiscard]] std::uint32_t way_count() const { return static_cast<std::uint32_t>(condition_begin_.size()) - 1; }
  [[nodiscard]] std::span<const std::uint32_t> conditions(std::uint32_t way) const {
    return std::span(conditions_).subspan(condition_begin_[way], condition_begin_[way + 1] - condition_begin_[way]);
  }
  // Nodes on a common cycle have one number and stand together; 0 for those on none.
  [[nodiscard]] std::uint32_t cycle(std::uint32_t node) const { return cycle_[node - fluent_count_]; }

  [[nodiscard]] std::uint64_t impossible_ways() const { return impossible_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::uint32_t fluent_count_ = 0;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> way_begin_{0};  // of each derived node
  std::vector<std::uint32_t> cycle_;
  BigVector<std::uint32_t> condition_begin_{0};  // of each way
  BigVector<std::uint32_t> conditions_;
  std::uint64_t impossible_ = 0;
};

}  // namespace agon::knowledge
