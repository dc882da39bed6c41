// Order relations among the static relations of the rules, found by their meaning, and the degree of truth of an order atom
// (Schiffel, sections 5.2.2 and 5.3.1).
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace agon::knowledge::evaluation {

// A binary relation over a finite domain; its elements are numbered.
struct BinaryRelation {
  std::uint32_t size = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

struct RelationKind {
  bool order = false;      // antisymmetric and transitive, with at least one pair of different elements
  bool successor = false;  // antisymmetric, functional and injective, likewise
};
[[nodiscard]] RelationKind kind_of(const BinaryRelation& relation);

// Steps in the Hasse diagram of an order: kApart where no path leads from one element to the other. Edges are the pairs of
// different elements with nothing strictly between.
class HasseDistance {
 public:
  static constexpr std::uint32_t kApart = 0xffffffff;
  explicit HasseDistance(const BinaryRelation& order);
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint32_t steps(std::uint32_t from, std::uint32_t to) const { return steps_[from * size_ + to]; }

 private:
  std::uint32_t size_;
  std::vector<std::uint32_t> steps_;
};

// An order relation of a game: its elements are terms.
class TermOrder {
 public:
  // `domain`: all values that the arguments may take; rows outside it extend it. No value if the rows are no order.
  [[nodiscard]] static std::optional<TermOrder> find(const std::vector<std::vector<TermId>>& rows,
                                                     const std::vector<TermId>& domain);
  // The degree of r(a, b): at least t where it holds, and more the further apart they are; where r(b, a) holds at most 1-t, and
  // less the further apart; 0 where neither does.
  [[nodiscard]] double degree(TermId a, TermId b) const;
  [[nodiscard]] bool holds(TermId a, TermId b) const;

 private:
  TermOrder(HasseDistance hasse, absl::flat_hash_map<TermId, std::uint32_t> elements, BinaryRelation relation);
  HasseDistance hasse_;
  absl::flat_hash_map<TermId, std::uint32_t> elements_;
  std::vector<bool> reflexive_;  // r(a, a) holds
};

}  // namespace agon::knowledge::evaluation
