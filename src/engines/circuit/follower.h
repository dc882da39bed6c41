// The values of all gates for one state, kept up to date by following changes: a gate counts its false inputs and speaks up only when the
// count leaves or reaches zero. Everything a step needs is kept as sets: legal moves, and fluents whose next value differs.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/circuit/netlist.h"

namespace agon::engines::event {

class Follower {
 public:
  explicit Follower(const Netlist& net);

  [[nodiscard]] bool value(Lit lit) const { return (values_[lit.node()] != 0) != lit.inverted(); }
  [[nodiscard]] const std::vector<std::uint64_t>& state() const { return state_; }
  [[nodiscard]] const std::vector<std::uint64_t>& legal() const { return legal_; }      // bit per move of the program
  [[nodiscard]] const std::vector<std::uint64_t>& differs() const { return differs_; }  // bit per fluent: next value is another one

  void flip_fluent(std::uint32_t f) {
    state_[f / 64] ^= std::uint64_t{1} << (f % 64);
    differs_[f / 64] ^= std::uint64_t{1} << (f % 64);
    if (net_.fluents[f] != 0) flip(net_.fluents[f]);
  }
  void flip_leaf(std::size_t selector, std::uint32_t leaf) {
    if (const std::uint32_t node = net_.leaves[selector][leaf]; node != 0) flip(node);
  }
  // Carries out what the flips have started.
  void settle() {
    while (!open_.empty()) {
      const std::uint32_t node = open_.back();
      open_.pop_back();
      const std::uint8_t now = values_[node];
      for (std::uint32_t i = net_.reader_begin[node]; i < net_.reader_begin[node + 1]; ++i) {
        const std::uint32_t edge = net_.edges[i];
        const std::uint32_t gate = edge >> 1U;
        if ((now ^ (edge & 1U)) != 0) {
          if (--missing_[gate] == 0) flip(gate);
        } else {
          if (missing_[gate]++ == 0) flip(gate);
        }
      }
    }
  }
  void load(std::span<const std::uint64_t> state) {
    for (std::size_t w = 0; w < state_.size(); ++w) {
      for (std::uint64_t bits = state_[w] ^ state[w]; bits != 0; bits &= bits - 1)
        flip_fluent(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
    settle();
  }

 private:
  void flip(std::uint32_t node) {
    values_[node] ^= 1U;
    for (std::uint32_t i = net_.watch_begin[node]; i < net_.watch_begin[node + 1]; ++i) {
      const Watch watch = net_.watches[i];
      auto& set = watch.kind == Watch::Kind::Legal ? legal_ : differs_;
      set[watch.index / 64] ^= std::uint64_t{1} << (watch.index % 64);
    }
    if (net_.reader_begin[node] != net_.reader_begin[node + 1]) open_.push_back(node);
  }

  const Netlist& net_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> missing_;  // per gate: inputs that are false
  std::vector<std::uint32_t> open_;
  std::vector<std::uint64_t> state_, legal_, differs_;
};

}  // namespace agon::engines::event
