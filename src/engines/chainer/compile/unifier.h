// Unification over terms whose leaves are known to be constants. A clause is matched with the shapes of its conditions one after
// the other; backtracking undoes bindings along the trail.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace agon::engines::chainer {

class Unifier {
 public:
  using NodeId = std::uint32_t;
  enum class Kind : std::uint8_t {
    Free,      // may become any term
    Leaf,      // some constant
    Constant,  // `value` says which
    Compound,
    Link,  // bound: `value` is the node it stands for
  };
  struct Node {
    Kind kind = Kind::Free;
    std::uint32_t value = 0;
    SymbolId functor;
    std::uint32_t args = 0;  // first of `arity` in the argument pool
    std::uint32_t arity = 0;
  };
  struct Mark {
    std::size_t nodes, pool, trail;
  };

  NodeId make(Kind kind, std::uint32_t value = 0) {
    nodes_.push_back({kind, value, {}, 0, 0});
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  NodeId make_compound(SymbolId functor, const std::vector<NodeId>& args) {
    nodes_.push_back(
        {Kind::Compound, 0, functor, static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(args.size())});
    pool_.insert(pool_.end(), args.begin(), args.end());
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  [[nodiscard]] NodeId find(NodeId id) const {
    while (nodes_[id].kind == Kind::Link) id = nodes_[id].value;
    return id;
  }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] NodeId arg(NodeId id, std::uint32_t i) const { return pool_[nodes_[id].args + i]; }

  [[nodiscard]] Mark mark() const { return {nodes_.size(), pool_.size(), trail_.size()}; }
  void undo(const Mark& mark) {
    while (trail_.size() > mark.trail) {
      nodes_[trail_.back().first].kind = trail_.back().second;
      trail_.pop_back();
    }
    nodes_.resize(mark.nodes);
    pool_.resize(mark.pool);
  }
  void clear() {
    nodes_.clear();
    pool_.clear();
    trail_.clear();
  }

  bool unify(NodeId a, NodeId b) {
    a = find(a);
    b = find(b);
    if (a == b) return true;
    const Kind x = nodes_[a].kind;
    const Kind y = nodes_[b].kind;
    if (x == Kind::Free) return bind_free(a, b);
    if (y == Kind::Free) return bind_free(b, a);
    if (x == Kind::Compound || y == Kind::Compound) return x == y && unify_args(a, b);
    if (x == Kind::Leaf) return bind(a, b);
    if (y == Kind::Leaf) return bind(b, a);
    return nodes_[a].value == nodes_[b].value;
  }
  // Turns a free node into an unknown constant.
  void close(NodeId free) {
    trail_.emplace_back(free, nodes_[free].kind);
    nodes_[free].kind = Kind::Leaf;
  }

 private:
  bool unify_args(NodeId a, NodeId b) {
    if (nodes_[a].functor != nodes_[b].functor || nodes_[a].arity != nodes_[b].arity) return false;
    for (std::uint32_t i = 0; i < nodes_[a].arity; ++i) {
      if (!unify(arg(a, i), arg(b, i))) return false;
    }
    return true;
  }
  bool bind_free(NodeId free, NodeId to) { return !occurs(free, to) && bind(free, to); }
  bool bind(NodeId from, NodeId to) {
    trail_.emplace_back(from, nodes_[from].kind);
    nodes_[from].kind = Kind::Link;
    nodes_[from].value = to;
    return true;
  }
  [[nodiscard]] bool occurs(NodeId what, NodeId in) const {
    in = find(in);
    if (in == what) return true;
    if (nodes_[in].kind != Kind::Compound) return false;
    for (std::uint32_t i = 0; i < nodes_[in].arity; ++i) {
      if (occurs(what, arg(in, i))) return true;
    }
    return false;
  }

  std::vector<Node> nodes_;
  std::vector<NodeId> pool_;
  std::vector<std::pair<NodeId, Kind>> trail_;
};

}  // namespace agon::engines::chainer
