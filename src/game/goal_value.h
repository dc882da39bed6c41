// Goal values: which integer a term of `goal` spells, and what a single value counts.
//
// The language knows 0 to 100. Sheets give others all the same; every engine reports them alike (`goal_values`), hands a single
// value above 100 on as it is, and takes one below 0 for none.
#pragma once

#include <optional>
#include <span>

#include "game/engine.h"

namespace agon::game {

// None where the term spells no integer, or one beyond a thousand million.
[[nodiscard]] inline std::optional<int> goal_value(const TermBank& terms, TermId id) {
  if (const int value = terms.integer(id); value >= 0) return value;
  constexpr long long kLowest = -1'000'000'000;
  long long value = 0;
  if (!parse_integer(terms.text(id), value) || value >= 0 || value < kLowest) return std::nullopt;
  return static_cast<int>(value);
}

// The goal of a role where `value` is the only one.
[[nodiscard]] inline int goal_of(int value) { return value < 0 ? kNoGoal : value; }

// The goal of a role with these values.
[[nodiscard]] inline int single_goal(std::span<const int> values) { return values.size() == 1 ? goal_of(values[0]) : kNoGoal; }

}  // namespace agon::game
