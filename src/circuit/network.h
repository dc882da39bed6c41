// An and-inverter graph: two-input ANDs with inverted edges, unique by structural hashing, in topological order.
//
// Inputs are fluents, moves, and the variables of recursive parts (`loops`). A literal is a node and a sign in one number, so an OR
// is an AND of inverted inputs at no extra cost.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/big_vector.h"

namespace agon::circuit {

using NodeId = std::uint32_t;

struct Lit {
  std::uint32_t code = 0;
  [[nodiscard]] NodeId node() const { return code >> 1U; }
  [[nodiscard]] bool inverted() const { return (code & 1U) != 0; }
  [[nodiscard]] Lit operator!() const { return {code ^ 1U}; }
  [[nodiscard]] Lit operator^(bool invert) const { return {code ^ (invert ? 1U : 0U)}; }
  friend auto operator<=>(Lit, Lit) = default;
  static Lit of(NodeId node, bool inverted = false) { return {(node << 1U) | (inverted ? 1U : 0U)}; }
};
inline constexpr Lit kFalse{0};  // node 0 is the constant
inline constexpr Lit kTrue{1};

enum class NodeKind : std::uint8_t { Constant, Fluent, Move, LoopVariable, LoopResult, And };

struct Node {
  NodeKind kind = NodeKind::And;
  Lit a, b;                 // of And
  std::uint32_t index = 0;  // of an input: which fluent, move, or loop variable
};

// Mutually recursive atoms: start with all false, compute all values, repeat until nothing changes. The least fixpoint is the
// meaning of positive recursion.
struct Loop {
  std::vector<NodeId> variables;  // the values of the previous iteration
  std::vector<Lit> values;        // the values of this iteration
  std::vector<NodeId> results;    // the fixpoint, for use outside
};

class Network {
 public:
  Network() { nodes_.push_back({NodeKind::Constant, {}, {}, 0}); }

  NodeId add_input(NodeKind kind, std::uint32_t index) {
    nodes_.push_back({kind, {}, {}, index});
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  Lit make_and(Lit a, Lit b);
  Lit make_or(Lit a, Lit b) { return !make_and(!a, !b); }
  // Conjunction and disjunction of a set. The set is split by node numbers at fixed places, so that sets which share most members
  // share most gates.
  Lit make_and(std::vector<Lit> set);
  Lit make_or(std::vector<Lit> set);

  // A gate of another network whose operands have been copied here already: it is not simplified again.
  NodeId copy_gate(Lit a, Lit b) {
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({NodeKind::And, a, b, 0});
    hash_.emplace((std::uint64_t{std::min(a, b).code} << 32U) | std::max(a, b).code, id);
    return id;
  }

  // A mutex group for simplification: at most one of the nodes of a group holds.
  void set_group(NodeId node, std::uint32_t group);
  static constexpr std::uint32_t kNoGroup = 0xffffffff;
  [[nodiscard]] std::uint32_t group(NodeId node) const { return node < group_.size() ? group_[node] : kNoGroup; }

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const { return nodes_.capacity() * sizeof(Node) + hash_.capacity() * 13; }
  std::vector<Loop> loops;

 private:
  [[nodiscard]] bool excludes(Lit a, Lit b) const;  // both cannot hold
  [[nodiscard]] bool implies_shallow(Lit a, Lit b) const;
  Lit and_range(std::span<const Lit> sorted);

  BigVector<Node> nodes_;
  using Entry = std::pair<const std::uint64_t, NodeId>;
  absl::flat_hash_map<std::uint64_t, NodeId, absl::Hash<std::uint64_t>, std::equal_to<>, HugePageAllocator<Entry>> hash_;
  std::vector<std::uint32_t> group_;
};

}  // namespace agon::circuit
