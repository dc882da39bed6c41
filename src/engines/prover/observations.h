// Cardinality statistics for the order of literals: how many answers calls have in a few states of random play. Reading the rules
// does not tell that `lt(X, 40)` has forty answers while `closeness(P, S)` has one for each player.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engines/prover/program.h"

namespace agon::engines::prover {

class Observations {
 public:
  void add(const Callee& callee, std::uint32_t answers) {
    std::vector<Seen>& list = seen_[callee.predicate];
    for (Seen& seen : list) {
      if (seen.modes != callee.modes) continue;
      ++seen.calls;
      seen.answers += answers;
      return;
    }
    list.push_back({callee.modes, 1, static_cast<double>(answers)});
  }

  // Expected number of answers of a call: as observed in this mode, otherwise estimated from the most similar mode observed.
  [[nodiscard]] std::optional<double> expected(PredicateId predicate, std::span<const Mode> modes) const {
    const auto found = seen_.find(predicate);
    if (found == seen_.end()) return std::nullopt;
    std::optional<double> best;
    int best_distance = 0;
    for (const Seen& seen : found->second) {
      int more_known = 0;
      int more_open = 0;
      for (std::size_t i = 0; i < modes.size(); ++i) {
        const bool known = modes[i] == Mode::Known;
        const bool was_known = seen.modes[i] == Mode::Known;
        if (known && !was_known) ++more_known;
        if (!known && was_known) ++more_open;
      }
      const int distance = more_known + more_open;
      if (best && distance >= best_distance) continue;
      best_distance = distance;
      best = seen.answers / seen.calls * std::pow(kOpened, std::min(more_open, kMostOpened)) * std::pow(kClosed, more_known);
    }
    return best;
  }

 private:
  // The factor for an argument that is no longer known, and for one that is now known.
  static constexpr double kOpened = 4;
  static constexpr double kClosed = 0.4;
  static constexpr int kMostOpened = 100;  // a relation may have a thousand arguments; keeps the estimate finite
  struct Seen {
    std::vector<Mode> modes;
    double calls = 0;
    double answers = 0;
  };
  absl::flat_hash_map<PredicateId, std::vector<Seen>> seen_;
};

}  // namespace agon::engines::prover
