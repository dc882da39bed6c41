// Event-driven logic simulation of one state: a change of a fluent propagates to the gates behind it.
//
// Propagated: the gates behind legality and the end; a gate counts its false inputs and notifies its readers only when the count
// leaves or reaches zero. Computed on demand and memoised until the state changes: everything else (goals, percepts, effects that
// depend on more).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/circuit/step_plan.h"

namespace agon::engines::event {

class Follower {
 public:
  explicit Follower(const StepPlan& plan);
  // Copies the state of another follower of the same plan: faster than propagation when much differs and the circuit is small.
  void become(const Follower& other);

  [[nodiscard]] const std::uint64_t* state() const { return state_.data(); }
  [[nodiscard]] const std::uint64_t* legal() const { return sets_.data(); }  // bit per move of the program
  [[nodiscard]] bool followed(Lit lit) const { return (missing_[lit.node()] << 1U == 0) != lit.inverted(); }
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

  // The move that a selector has chosen, kNone for none. `chooser`: index of the role in the selector; the number of its roles if
  // nobody chooses.
  struct Choice {
    std::uint32_t chooser = 0;
    std::uint32_t move = StepPlan::kNone;
  };
  // Fluents that change if these choices are made, one per selector.
  void changes(std::span<const Choice> choices, std::vector<std::uint64_t>& out);
  // Values that depend on choices: value() sees the choices between these two calls.
  void set_leaves(std::span<const Choice> choices);
  void clear_leaves(std::span<const Choice> choices);

 private:
  [[nodiscard]] bool compute(Lit lit);
  void flip_leaves(std::span<const Choice> choices);
  void flip_fluent(std::uint32_t f) {
    state_[f / 64] ^= std::uint64_t{1} << (f % 64);
    for (std::uint32_t i = plan_.own_begin[f]; i < plan_.own_begin[f + 1]; ++i)
      sets_[plan_.own_flips[i].word] ^= plan_.own_flips[i].mask;
    if (const std::uint32_t node = plan_.circuit->fluents[f]; node != 0) flip_input(node);
  }
  void flip_input(std::uint32_t node) {
    missing_[node] ^= 1U;
    if (open_count_ == open_.size()) open_.resize(open_.size() * 2 + 16);
    open_[open_count_++] = node;
  }
  // Propagates pending flips to a fixpoint. A node may flip back before its readers are notified: they are sent the difference from
  // the last value they were sent.
  void settle() {
    const std::uint32_t* const edges = plan_.net.edges.data();
    std::uint32_t* const missing = missing_.data();
    while (open_count_ > 0) {
      const std::uint32_t node = open_[--open_count_];
      const std::uint32_t count = missing[node];
      const std::uint32_t now = count << 1U == 0 ? 1 : 0;
      if (count >> 31U == now) continue;
      missing[node] = count ^ kTold;
      const StepPlan::Record record = plan_.records[node];
      for (std::uint32_t i = record.flips; i != record.flips_end; ++i) sets_[plan_.flips[i].word] ^= plan_.flips[i].mask;
      if (open_.size() - open_count_ < record.readers_end - record.readers + 1)
        open_.resize(open_.size() * 2 + (record.readers_end - record.readers));
      std::uint32_t* top = open_.data() + open_count_;
      for (std::uint32_t i = record.readers; i != record.readers_end; ++i) {
        const std::uint32_t edge = edges[i];
        const std::uint32_t gate = edge >> 1U;
        // One more or one fewer false input; the gate flips when the count leaves or reaches zero.
        const std::uint32_t holds = now ^ (edge & 1U);
        const std::uint32_t before = missing[gate];
        const std::uint32_t after = before + 1 - 2 * holds;
        missing[gate] = after;
        if ((holds != 0 ? after : before) << 1U != 0) continue;
        const StepPlan::Record& turned = plan_.records[gate];
        if (turned.readers != turned.readers_end) {
          *top++ = gate;
        } else {  // no reader to notify: flipping back undoes this by itself
          for (std::uint32_t k = turned.flips; k != turned.flips_end; ++k) sets_[plan_.flips[k].word] ^= plan_.flips[k].mask;
        }
      }
      open_count_ = static_cast<std::size_t>(top - open_.data());
    }
    forget();
  }
  void forget() {
    stamp_ += 2;
    if (stamp_ != 0) return;
    std::fill(memo_.begin(), memo_.end(), 0);  // once in two thousand million steps
    stamp_ = 2;
  }

  const StepPlan& plan_;
  // Per node: false inputs of a gate, 1 for a false input node; the highest bit is the value that its readers know.
  std::vector<std::uint32_t> missing_;
  static constexpr std::uint32_t kTold = 0x80000000;
  std::vector<std::uint64_t> state_;
  std::vector<std::uint64_t> sets_;  // legal moves, then the sets of changes without a choice
  std::vector<std::uint32_t> open_;  // flipped, readers not notified yet
  std::size_t open_count_ = 0;
  // Computed values.
  std::uint32_t stamp_ = 2;          // even; values with an older stamp are invalid
  std::vector<std::uint32_t> memo_;  // per node: stamp when it was computed, plus its value
  std::vector<circuit::NodeId> stack_;
};

}  // namespace agon::engines::event
