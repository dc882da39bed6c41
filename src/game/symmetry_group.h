// Permutation groups of a game: composition, closure of generators, stabiliser of a state and orbits of moves, on the data of
// game/facts.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "game/facts.h"

namespace agon::game {

using Symmetry = SymmetryGroup::Element;

[[nodiscard]] Symmetry identity_symmetry(std::size_t fluents, std::size_t moves, std::size_t roles);
[[nodiscard]] bool is_identity(const Symmetry& symmetry);
// First `inner`, then `outer`.
[[nodiscard]] Symmetry compose(const Symmetry& outer, const Symmetry& inner);
[[nodiscard]] Symmetry inverse(const Symmetry& symmetry);

struct Closure {
  std::vector<Symmetry> elements;  // all but the identity; in the order in which products of the generators reach them
  bool complete = true;            // false: there are more
};
// At most so many elements, and so many bytes of them.
[[nodiscard]] Closure close_group(std::span<const Symmetry> generators, std::size_t most_elements, std::size_t most_bytes);

// States as bits, fluent f in bit f % 64 of word f / 64.
using StateBits = std::span<const std::uint64_t>;
[[nodiscard]] std::vector<std::uint64_t> image_of(const Symmetry& symmetry, StateBits state);
// The elements, of those given, that leave the state as it is: their indices.
[[nodiscard]] std::vector<std::size_t> stabiliser(std::span<const Symmetry> elements, StateBits state);
// For each move the least one that some product of the chosen elements maps it to: equal numbers are one orbit.
[[nodiscard]] std::vector<std::uint32_t> move_orbits(std::span<const Symmetry> elements, std::span<const std::size_t> chosen);

}  // namespace agon::game
