// One state of a game with everything that follows from it, kept up to date by following changes.
//
// Followed: the gates behind legality and the end; a gate counts its false inputs and speaks up only when the count leaves or reaches
// zero. Computed when asked, and remembered until the state changes: everything else (goals, percepts, effects that depend on more).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/circuit/step_plan.h"

namespace agon::engines::event {

class Follower {
 public:
  explicit Follower(const StepPlan& plan);
  // The same state as another follower of the same plan: quicker than following when much differs and the circuit is small.
  void become(const Follower& other);

  [[nodiscard]] const std::uint64_t* state() const { return state_.data(); }
  [[nodiscard]] const std::uint64_t* legal() const { return sets_.data(); }  // bit per move of the program
  [[nodiscard]] bool followed(Lit lit) const { return (missing_[lit.node()] == 0) != lit.inverted(); }
  [[nodiscard]] bool value(Lit lit) { return plan_.net.followed[lit.node()] != 0 ? followed(lit) : compute(lit); }
  [[nodiscard]] bool fluent(std::uint32_t f) const { return ((state_[f / 64] >> (f % 64)) & 1U) != 0; }

  void load(std::span<const std::uint64_t> state) {
    bool any = false;
    for (std::size_t w = 0; w < state_.size(); ++w) {
      for (std::uint64_t bits = state_[w] ^ state[w]; bits != 0; bits &= bits - 1) {
        flip_fluent(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
        any = true;
      }
    }
    if (any) settle();
  }
  void flip(std::span<const std::uint64_t> changes) {
    for (std::size_t w = 0; w < changes.size(); ++w) {
      for (std::uint64_t bits = changes[w]; bits != 0; bits &= bits - 1)
        flip_fluent(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    settle();
  }

  // The moves that selectors have chosen; a leaf, or kIdle for nobody. `chooser`: index of the role in the selector, or their number.
  struct Choice {
    std::uint32_t chooser = 0;
    std::uint32_t move = StepPlan::kNone;
  };
  // Fluents that change if these choices are made, one a selector.
  void changes(std::span<const Choice> choices, std::vector<std::uint64_t>& out);
  // Values that depend on choices: between these two calls value() sees them.
  void set_leaves(std::span<const Choice> choices);
  void clear_leaves(std::span<const Choice> choices);

 private:
  [[nodiscard]] bool compute(Lit lit);
  void flip_leaves(std::span<const Choice> choices);
  void flip_fluent(std::uint32_t f) {
    state_[f / 64] ^= std::uint64_t{1} << (f % 64);
    for (std::uint32_t i = plan_.own_begin[f]; i < plan_.own_begin[f + 1]; ++i) sets_[plan_.own_flips[i].word] ^= plan_.own_flips[i].mask;
    if (const std::uint32_t node = plan_.circuit->fluents[f]; node != 0) {
      missing_[node] ^= 1U;
      turn(node);
    }
  }
  void turn(std::uint32_t node) {
    const StepPlan::Record& record = plan_.records[node];
    for (std::uint32_t i = record.flips; i != record.flips_end; ++i) sets_[plan_.flips[i].word] ^= plan_.flips[i].mask;
    if (record.readers != record.readers_end) open_[open_count_++] = node;
  }
  void settle() {
    const std::uint32_t* const edges = plan_.net.edges.data();
    std::uint32_t* const missing = missing_.data();
    while (open_count_ > 0) {
      const std::uint32_t node = open_[--open_count_];
      const std::uint32_t now = missing[node] == 0 ? 1 : 0;
      const StepPlan::Record record = plan_.records[node];
      for (std::uint32_t i = record.readers; i != record.readers_end; ++i) {
        const std::uint32_t edge = edges[i];
        const std::uint32_t gate = edge >> 1U;
        // One more or one fewer is missing; the gate turns when the count leaves or reaches zero.
        const bool holds = (now ^ (edge & 1U)) != 0;
        const std::uint32_t before = missing[gate];
        const std::uint32_t after = holds ? before - 1 : before + 1;
        missing[gate] = after;
        if ((holds ? after : before) == 0) turn(gate);
      }
    }
    ++stamp_;
  }

  const StepPlan& plan_;
  std::vector<std::uint32_t> missing_;  // per node: false inputs of a gate; 1 for a false input node
  std::vector<std::uint64_t> state_;
  std::vector<std::uint64_t> sets_;     // legal moves, then the sets of changes without a choice
  std::vector<std::uint32_t> open_;     // changed, readers not told yet
  std::uint32_t open_count_ = 0;
  // Computed values.
  std::uint32_t stamp_ = 1;
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint8_t> values_;
  std::vector<circuit::NodeId> stack_;
};

}  // namespace agon::engines::event
