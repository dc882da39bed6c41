// Distances of fluents, the interface through which they enter the fuzzy evaluation: how far is a state from one in which a fluent
// holds, as a part of the farthest (Schiffel, sections 5.3 and 6.2)? Boards and quantities (structure_distance.h) implement it, and
// so can fluent graphs.
//
// Fluents are numbered as in the ground program (ground/ground_program.h); bit f of a state is fluent f.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace agon::knowledge::evaluation {

using StateBits = std::span<const std::uint64_t>;
[[nodiscard]] inline bool holds(StateBits state, std::uint32_t fluent) { return ((state[fluent / 64] >> (fluent % 64)) & 1U) != 0; }

inline constexpr double kUnreachable = std::numeric_limits<double>::infinity();

// Immutable, shared between threads.
class FluentDistance {
 public:
  virtual ~FluentDistance() = default;
  // Nothing is known of this fluent: it counts as an atom that holds or does not.
  [[nodiscard]] virtual bool knows(std::uint32_t fluent) const = 0;
  // The fluents that degree() looks at, the fluent itself not counted: it is asked again when one of them changes.
  [[nodiscard]] virtual std::vector<std::uint32_t> looks_at(std::uint32_t fluent) const = 0;
  // In [0, 1], or kUnreachable. Asked only where the fluent does not hold. Precondition: knows(fluent).
  [[nodiscard]] virtual double degree(std::uint32_t fluent, StateBits state) const = 0;
};

}  // namespace agon::knowledge::evaluation
