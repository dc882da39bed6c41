#include "circuit/network.h"

#include <algorithm>
#include <bit>

namespace agon::circuit {

void Network::set_group(NodeId node, std::uint32_t group) {
  if (node >= group_.size()) group_.resize(node + 1, kNoGroup);
  group_[node] = group;
}

bool Network::excludes(Lit a, Lit b) const {
  if (a == !b) return true;
  return !a.inverted() && !b.inverted() && a.node() != b.node() && group(a.node()) != kNoGroup &&
         group(a.node()) == group(b.node());
}

// Does a imply b, as far as can be seen without search?
bool Network::implies_shallow(Lit a, Lit b) const {
  if (a == b) return true;
  if (b.inverted() && excludes(a, !b)) return true;
  const Node& node = nodes_[a.node()];
  if (node.kind == NodeKind::And && !a.inverted() && (node.a == b || node.b == b)) return true;
  const Node& other = nodes_[b.node()];
  // b = not (c and d) holds as soon as a excludes c or d.
  return other.kind == NodeKind::And && b.inverted() && (excludes(a, other.a) || excludes(a, other.b));
}

Lit Network::make_and(Lit a, Lit b) {
  if (a == kFalse || b == kFalse || excludes(a, b)) return kFalse;
  if (a == kTrue) return b;
  if (b == kTrue) return a;
  if (implies_shallow(a, b)) return a;
  if (implies_shallow(b, a)) return b;
  // (x and y) and z is false if z excludes x or y.
  for (const auto& [big, small] : {std::pair{a, b}, std::pair{b, a}}) {
    const Node& node = nodes_[big.node()];
    if (node.kind != NodeKind::And) continue;
    if (!big.inverted()) {
      if (excludes(node.a, small) || excludes(node.b, small)) return kFalse;
    } else {
      // not (x and y) and x is x and not y
      if (node.a == small) return make_and(small, !node.b);
      if (node.b == small) return make_and(small, !node.a);
    }
  }
  // Resolution: not (x and g) and not (x and not g) is not x, whichever role has the turn.
  if (a.inverted() && b.inverted() && nodes_[a.node()].kind == NodeKind::And && nodes_[b.node()].kind == NodeKind::And) {
    const Node& p = nodes_[a.node()];
    const Node& q = nodes_[b.node()];
    if ((p.a == q.a && p.b == !q.b) || (p.a == q.b && p.b == !q.a)) return !p.a;
    if ((p.b == q.b && p.a == !q.a) || (p.b == q.a && p.a == !q.b)) return !p.b;
  }
  if (b < a) std::swap(a, b);
  const std::uint64_t key = (std::uint64_t{a.code} << 32U) | b.code;
  const auto [place, fresh] = hash_.emplace(key, static_cast<NodeId>(nodes_.size()));
  if (fresh) nodes_.push_back({NodeKind::And, a, b, 0});
  return Lit::of(place->second);
}

Lit Network::and_range(std::span<const Lit> sorted) {
  if (sorted.size() == 1) return sorted[0];
  if (sorted.size() == 2) return make_and(sorted[0], sorted[1]);
  // The highest bit in which the first and the last member differ splits the range at a multiple of a power of two.
  const std::uint32_t high = std::bit_floor(sorted.front().node() ^ sorted.back().node());
  if (high == 0) return make_and(sorted[0], sorted[1]);  // x and not x
  const auto middle = std::ranges::partition_point(sorted, [&](Lit l) { return (l.node() & high) == 0; });
  const auto left = static_cast<std::size_t>(middle - sorted.begin());
  return make_and(and_range(sorted.first(left)), and_range(sorted.subspan(left)));
}

Lit Network::make_and(std::vector<Lit> set) {
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  if (!set.empty() && set.front() == kFalse) return kFalse;
  std::erase(set, kTrue);
  if (set.empty()) return kTrue;
  for (std::size_t i = 1; i < set.size(); ++i) {
    if (set[i] == !set[i - 1]) return kFalse;
  }
  return and_range(set);
}

Lit Network::make_or(std::vector<Lit> set) {
  for (Lit& l : set) l = !l;
  return !make_and(std::move(set));
}

}  // namespace agon::circuit
