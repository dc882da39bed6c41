// Novelty of a state (Lipovetzky and Geffner 2012): the size of the smallest set of fluents that holds here and in no state seen
// before. Sets of one and two are told apart, everything else is 3. Seen states are kept apart by how many conditions of the goal
// they leave unmet, so that a fluent counts as new again once there is progress (best-first width search, 2017).
//
// Pairs are remembered as bits of a table of fixed size: two pairs may share a bit, which makes a state look less novel than it is.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"

namespace agon::search::plan {

class Novelty {
 public:
  static constexpr std::uint32_t kNone = 3;

  explicit Novelty(std::size_t bytes) {
    std::size_t words = 1024;
    while (words * 16 <= bytes) words *= 2;
    pairs_.assign(words, 0);
  }

  // Of a state with these fluents; `fresh` are those that its parent did not have. Remembers the state. Only pairs with a fresh
  // fluent can be new while the partition stays the same; where it changes, pass all fluents as fresh.
  std::uint32_t see(std::uint64_t partition, std::span<const std::uint32_t> fluents, std::span<const std::uint32_t> fresh) {
    bool single = false;
    for (const std::uint32_t f : fresh) single = singles_.insert(mix(partition, f + 1)).second || single;
    bool pair = false;
    if (fluents.size() * fresh.size() <= kMostPairs) {
      for (const std::uint32_t f : fresh) {
        for (const std::uint32_t g : fluents) pair = see_pair(partition, f < g ? f : g, f < g ? g : f) || pair;
      }
    }
    return single ? 1 : pair ? 2 : kNone;
  }

 private:
  static constexpr std::size_t kMostPairs = 1U << 14U;

  bool see_pair(std::uint64_t partition, std::uint32_t low, std::uint32_t high) {
    const std::uint64_t hash = mix(mix(partition + 0x51ed27, low + 1), high + 1);
    std::uint64_t& word = pairs_[(hash >> 6U) & (pairs_.size() - 1)];
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63U);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  absl::flat_hash_set<std::uint64_t> singles_;
  std::vector<std::uint64_t> pairs_;
};

}  // namespace agon::search::plan
