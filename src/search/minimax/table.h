// The transposition table of the deepening search: a fixed number of slots in buckets of four, found by the full 64-bit hash of a
// state.
//
// A slot keeps the value found, the limit it was searched to, and the bounds that are proven whatever the limit. Entries from an
// earlier position of the match (an older generation) serve to order moves only: their proofs do not say how far away the end is,
// and a search that believes them all may walk in circles in front of a win.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <span>
#include <vector>

namespace agon::search::minimax {

// What is known of a subtree. Width 1: the own role's value only; else one entry per role.
struct Outcome {
  using Values = absl::InlinedVector<double, 2>;
  Values value, low, high;
  bool complete = true;  // only terminal leaves were seen

  explicit Outcome(std::size_t width = 0) : value(width), low(width), high(width) {}
};

enum class Bound : std::uint8_t { Exact, AtLeast, AtMost };

class Table {
 public:
  static constexpr std::uint32_t kNoMove = 0xffffffff;
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t limit = 0;  // Limit::floor_fixed; 0 for leaves
    std::uint16_t generation = 0;
    std::uint16_t element = 0;     // of the symmetry group: how the state that was stored leads to the key
    std::uint32_t best = kNoMove;  // index into the legal moves of the role that decides, or as StateKeys calls it
    Bound bound = Bound::Exact;
    bool complete = false;
    bool used = false;
  };
  struct Found {
    Slot* slot = nullptr;
    double* values = nullptr;  // value, low, high: `width` of each
    explicit operator bool() const { return slot != nullptr; }
  };

  Table(std::size_t bytes, std::size_t width) : width_(width) {
    const std::size_t each = sizeof(Slot) + 3 * width * sizeof(double);
    std::size_t buckets = bytes / (each * kWays) == 0 ? 0 : 1;
    while (buckets * 2 * kWays * each <= bytes && buckets != 0) buckets *= 2;
    slots_.resize(buckets * kWays);
    values_.resize(slots_.size() * 3 * width);
  }

  // What was known before this position of the match is good for ordering only from now on.
  void next_generation() { ++generation_; }
  [[nodiscard]] bool is_current(const Slot& slot) const { return slot.generation == generation_; }
  void clear() { slots_.assign(slots_.size(), Slot{}); }

  [[nodiscard]] Found find(std::uint64_t key) {
    if (slots_.empty()) return {};
    const std::size_t first = bucket(key);
    for (std::size_t i = first; i < first + kWays; ++i) {
      if (slots_[i].used && slots_[i].key == key) return {&slots_[i], &values_[i * 3 * width_]};
    }
    return {};
  }

  // The slot of the key, or the one that gives way: free, then old, then the one searched to the least limit.
  [[nodiscard]] Found claim(std::uint64_t key) {
    if (slots_.empty()) return {};
    const std::size_t first = bucket(key);
    std::size_t victim = first;
    for (std::size_t i = first; i < first + kWays; ++i) {
      if (slots_[i].used && slots_[i].key == key) return {&slots_[i], &values_[i * 3 * width_]};
      if (worth(slots_[i]) < worth(slots_[victim])) victim = i;
    }
    slots_[victim] = Slot{.key = key};
    return {&slots_[victim], &values_[victim * 3 * width_]};
  }
  void fill(const Found& found, const Outcome& outcome, std::uint32_t limit, Bound bound, std::uint32_t best) {
    Slot& slot = *found.slot;
    // Bounds of the same position stay true and are kept.
    const bool merge = slot.used && is_current(slot);
    for (std::size_t i = 0; i < width_; ++i) {
      found.values[i] = outcome.value[i];
      double& low = found.values[width_ + i];
      double& high = found.values[2 * width_ + i];
      low = merge && low > outcome.low[i] ? low : outcome.low[i];
      high = merge && high < outcome.high[i] ? high : outcome.high[i];
    }
    slot.limit = limit;
    slot.generation = generation_;
    if (best != kNoMove) slot.best = best;
    slot.bound = bound;
    slot.complete = outcome.complete;
    slot.used = true;
  }
  [[nodiscard]] Outcome outcome(const Found& found) const {
    Outcome result(width_);
    for (std::size_t i = 0; i < width_; ++i) {
      result.value[i] = found.values[i];
      result.low[i] = found.values[width_ + i];
      result.high[i] = found.values[2 * width_ + i];
    }
    result.complete = found.slot->complete;
    return result;
  }

 private:
  static constexpr std::size_t kWays = 4;
  [[nodiscard]] std::size_t bucket(std::uint64_t key) const { return (key & (slots_.size() / kWays - 1)) * kWays; }
  [[nodiscard]] std::uint64_t worth(const Slot& slot) const {
    if (!slot.used) return 0;
    return (is_current(slot) ? std::uint64_t{1} << 33U : 1) + slot.limit;
  }

  std::size_t width_;
  std::uint16_t generation_ = 1;
  std::vector<Slot> slots_;
  std::vector<double> values_;
};

}  // namespace agon::search::minimax
