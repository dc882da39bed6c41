#include "gdl/dependency.h"

namespace agon::gdl {

DependencyGraph::DependencyGraph(const Rules& rules) {
  for (std::uint32_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    const std::uint32_t head = node(relation_of(rule.head));
    for (const Formula& formula : rule.body) {
      for_each_atom(formula, false, [&](const Term& atom, bool negated) {
        edges_.push_back({head, node(relation_of(atom)), negated, i, atom.span});
      });
    }
  }
  out_.resize(relations_.size());
  for (std::uint32_t e = 0; e < edges_.size(); ++e) out_[edges_[e].from].push_back(e);
  std::vector<std::vector<std::uint32_t>> successors(relations_.size());
  for (const Edge& edge : edges_) successors[edge.from].push_back(edge.to);
  components_ = strongly_connected(successors);
}

std::uint32_t DependencyGraph::node(Relation relation) {
  const auto [place, fresh] = nodes_.emplace(relation, static_cast<std::uint32_t>(relations_.size()));
  if (fresh) relations_.push_back(relation);
  return place->second;
}

std::uint32_t DependencyGraph::find(Relation relation) const {
  const auto found = nodes_.find(relation);
  return found == nodes_.end() ? static_cast<std::uint32_t>(relations_.size()) : found->second;
}

std::vector<bool> DependencyGraph::reaches(std::uint32_t node) const {
  std::vector<bool> seen(relations_.size(), false);
  if (node >= relations_.size()) return seen;
  std::vector<std::uint32_t> open{node};
  seen[node] = true;
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    for (const std::uint32_t e : out_[v]) {
      if (!seen[edges_[e].to]) {
        seen[edges_[e].to] = true;
        open.push_back(edges_[e].to);
      }
    }
  }
  return seen;
}

}  // namespace agon::gdl
