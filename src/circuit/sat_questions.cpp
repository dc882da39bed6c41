#include "circuit/sat_questions.h"

namespace agon::circuit {

int SatQuestions::name(Lit lit) {
  if (names_.empty()) {
    names_.assign(network_.size(), 0);
    names_[0] = fresh();
    add({-names_[0]});
  }
  if (names_.size() < network_.size()) names_.resize(network_.size(), 0);
  std::vector<NodeId> open{lit.node()};
  while (!open.empty()) {
    const NodeId id = open.back();
    if (names_[id] != 0) {
      open.pop_back();
      continue;
    }
    const Node& node = network_.node(id);
    if (node.kind == NodeKind::And) {
      const int a = names_[node.a.node()];
      const int b = names_[node.b.node()];
      if (a == 0) open.push_back(node.a.node());
      if (b == 0) open.push_back(node.b.node());
      if (a == 0 || b == 0) continue;
      const int own = names_[id] = fresh();
      const int left = node.a.inverted() ? -a : a;
      const int right = node.b.inverted() ? -b : b;
      add({-own, left});
      add({-own, right});
      add({own, -left, -right});
    } else {
      names_[id] = fresh();
    }
    open.pop_back();
  }
  return lit.inverted() ? -names_[lit.node()] : names_[lit.node()];
}

std::optional<bool> SatQuestions::possible(const std::vector<int>& assumptions, int conflicts) {
  for (const int literal : assumptions) solver_->assume(literal);
  solver_->limit("conflicts", conflicts);
  const int answer = solver_->solve();
  if (answer == 10) return true;
  if (answer == 20) return false;
  return std::nullopt;
}

}  // namespace agon::circuit
