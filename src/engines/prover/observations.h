// How many answers calls really have, seen in a few states of random play. A good order of literals is one for the numbers that
// occur, and no look at the rules tells that `lt(X, 40)` has forty answers while `closeness(P, S)` has one for each player.
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

  // Expected answers of a call: as seen in this mode, or else estimated from the mode most like it that was seen.
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
  // What an argument that is no longer known costs, and what one that is now known saves.
  static constexpr double kOpened = 4;
  static constexpr double kClosed = 0.4;
  static constexpr int kMostOpened = 100;  // a relation may have a thousand arguments; the estimate stays a number
  struct Seen {
    std::vector<Mode> modes;
    double calls = 0;
    double answers = 0;
  };
  absl::flat_hash_map<PredicateId, std::vector<Seen>> seen_;
};

}  // namespace agon::engines::prover
