// Strongly typed indices: a RoleId cannot be passed where a MoveId is meant.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace agon {

template <class Tag>
struct Id {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(Id, Id) = default;
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  template <class H>
  friend H AbslHashValue(H h, Id id) {
    return H::combine(std::move(h), id.value);
  }
};

using SymbolId = Id<struct SymbolTag>;
using TermId = Id<struct TermTag>;
using RoleId = Id<struct RoleTag>;
using MoveId = Id<struct MoveTag>;
// The index of a move among the legal moves of its role in canonical order. Unlike a MoveId it means the same to every engine.
using Choice = Id<struct ChoiceTag>;

}  // namespace agon

template <class Tag>
struct std::hash<agon::Id<Tag>> {
  std::size_t operator()(agon::Id<Tag> id) const noexcept { return id.value; }
};
