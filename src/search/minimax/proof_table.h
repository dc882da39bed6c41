// The transposition table of proof-number search: proof and disproof numbers by the full 64-bit key of a node, in a fixed amount of
// memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace agon::search::minimax {

// How many leaves must at least be proved to prove a node, and disproved to disprove it.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 0x7fffffff;
  std::uint32_t proof = 1, disproof = 1;

  [[nodiscard]] bool proved() const { return proof == 0; }
  [[nodiscard]] bool disproved() const { return disproof == 0; }
  static constexpr ProofNumbers yes() { return {0, kInfinite}; }
  static constexpr ProofNumbers no() { return {kInfinite, 0}; }
};

// A sum that is only infinite if a summand is: large numbers must not pass for answers.
[[nodiscard]] constexpr std::uint32_t add_numbers(std::uint32_t a, std::uint32_t b) {
  if (a == ProofNumbers::kInfinite || b == ProofNumbers::kInfinite) return ProofNumbers::kInfinite;
  return std::min(a + b, ProofNumbers::kInfinite - 1);
}

class ProofTable {
 public:
  explicit ProofTable(std::size_t bytes) {
    std::size_t buckets = 1;
    while (buckets * 2 * kWays * sizeof(Slot) <= bytes) buckets *= 2;
    slots_.resize(buckets * kWays);
  }
  void clear() { slots_.assign(slots_.size(), Slot{}); }

  [[nodiscard]] const ProofNumbers* find(std::uint64_t key) const {
    const Slot* const first = &slots_[bucket(key)];
    for (const Slot* slot = first; slot != first + kWays; ++slot) {
      if (slot->work != 0 && slot->key == key) return &slot->numbers;
    }
    return nullptr;
  }
  // The node that cost least to search gives way. Precondition: work > 0.
  void store(std::uint64_t key, ProofNumbers numbers, std::uint64_t work) {
    Slot* const first = &slots_[bucket(key)];
    Slot* victim = first;
    for (Slot* slot = first; slot != first + kWays; ++slot) {
      if (slot->work != 0 && slot->key == key) {
        slot->numbers = numbers;
        slot->work += work;
        return;
      }
      if (slot->work < victim->work) victim = slot;
    }
    *victim = {key, numbers, work};
  }

 private:
  static constexpr std::size_t kWays = 4;
  struct Slot {
    std::uint64_t key = 0;
    ProofNumbers numbers;
    std::uint64_t work = 0;  // nodes below; 0: free
  };
  [[nodiscard]] std::size_t bucket(std::uint64_t key) const { return (key & (slots_.size() / kWays - 1)) * kWays; }
  std::vector<Slot> slots_;
};

}  // namespace agon::search::minimax
