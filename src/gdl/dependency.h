// The dependency graph of relations, its strongly connected components and its strata.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/scc.h"
#include "gdl/rules.h"

namespace agon::gdl {

// A relation is a name with a number of arguments.
struct Relation {
  SymbolId name;
  std::uint32_t arity = 0;
  friend auto operator<=>(Relation, Relation) = default;
  template <class H>
  friend H AbslHashValue(H h, Relation r) {
    return H::combine(std::move(h), r.name, r.arity);
  }
};
[[nodiscard]] inline Relation relation_of(const Term& atom) { return {atom.name, static_cast<std::uint32_t>(atom.args.size())}; }

// Calls visit(atom, negated) for each atom of a formula; `distinct` is not a relation and is skipped. An atom under two negations
// still counts as negated: stratification concerns the order of evaluation, not the sign.
template <class Visit>
void for_each_atom(const Formula& formula, bool negated, Visit&& visit) {
  if (formula.kind == Formula::Kind::Atom) visit(formula.atom, negated);
  for (const Formula& part : formula.parts) for_each_atom(part, negated || formula.kind == Formula::Kind::Not, visit);
}

struct Edge {
  std::uint32_t from = 0;  // the relation that is defined
  std::uint32_t to = 0;    // the relation it is defined by
  bool negative = false;
  std::uint32_t rule = 0;  // index into Rules::rules()
  Span span;               // of the body atom
};

class DependencyGraph {
 public:
  explicit DependencyGraph(const Rules& rules);

  [[nodiscard]] std::size_t size() const { return relations_.size(); }
  [[nodiscard]] Relation relation(std::uint32_t node) const { return relations_[node]; }
  [[nodiscard]] std::uint32_t find(Relation relation) const;  // size() if there is none
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] std::span<const std::uint32_t> out(std::uint32_t node) const { return out_[node]; }  // indices of edges

  // Topological numbering: the component of a relation is never below that of a relation it depends on.
  [[nodiscard]] std::uint32_t component(std::uint32_t node) const { return components_.of[node]; }
  [[nodiscard]] bool same_cycle(std::uint32_t a, std::uint32_t b) const { return components_.of[a] == components_.of[b]; }
  [[nodiscard]] bool recursive(std::uint32_t node) const { return components_.cyclic[node]; }
  // All relations that `node` depends on (reflexive transitive closure).
  [[nodiscard]] std::vector<bool> reaches(std::uint32_t node) const;

 private:
  std::uint32_t node(Relation relation);

  std::vector<Relation> relations_;
  absl::flat_hash_map<Relation, std::uint32_t> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::uint32_t>> out_;
  Components components_;
};

}  // namespace agon::gdl
