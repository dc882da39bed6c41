#include "engines/circuit/netlist.h"

#include <algorithm>

namespace agon::engines::event {

using circuit::NodeId;
using circuit::NodeKind;

Netlist::Netlist(const circuit::Network& net, std::span<const Lit> roots) : nodes(static_cast<std::uint32_t>(net.size())) {
  // A gate with a single reader that reads it without inversion is merged into it.
  std::vector<bool> reached(net.size(), false);
  std::vector<bool> own(net.size(), false);
  std::vector<std::uint32_t> uses(net.size(), 0);
  std::vector<NodeId> open;
  const auto reach = [&](Lit lit) {
    if (!reached[lit.node()]) open.push_back(lit.node());
    reached[lit.node()] = true;
  };
  for (const Lit lit : roots) {
    reach(lit);
    own[lit.node()] = true;
  }
  while (!open.empty()) {
    const circuit::Node node = net.node(open.back());
    open.pop_back();
    if (node.kind != NodeKind::And) continue;
    for (const Lit lit : {node.a, node.b}) {
      reach(lit);
      if (++uses[lit.node()] > 1 || lit.inverted()) own[lit.node()] = true;
    }
  }
  followed.assign(net.size(), 0);
  std::vector<std::uint32_t> count(net.size() + 1, 0);
  for (NodeId id = 0; id < net.size(); ++id) {
    const NodeKind kind = net.node(id).kind;
    if (kind != NodeKind::And) followed[id] = 1;
    if (kind != NodeKind::And || !reached[id] || !own[id]) continue;
    followed[id] = 1;
    std::vector<Lit> mine;
    std::vector<Lit> pending{net.node(id).a, net.node(id).b};
    while (!pending.empty()) {
      const Lit lit = pending.back();
      pending.pop_back();
      const circuit::Node& node = net.node(lit.node());
      if (node.kind == NodeKind::And && !own[lit.node()]) {
        pending.push_back(node.a);
        pending.push_back(node.b);
      } else {
        mine.push_back(lit);
      }
    }
    std::ranges::sort(mine);
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    order.push_back(id);
    input_begin.push_back(static_cast<std::uint32_t>(inputs.size()));
    for (const Lit lit : mine) {
      inputs.push_back(lit);
      ++count[lit.node() + 1];
    }
  }
  input_begin.push_back(static_cast<std::uint32_t>(inputs.size()));
  for (std::size_t n = 0; n < net.size(); ++n) count[n + 1] += count[n];
  reader_begin = count;
  edges.resize(inputs.size());
  for (std::size_t g = 0; g < order.size(); ++g) {
    for (std::uint32_t i = input_begin[g]; i < input_begin[g + 1]; ++i)
      edges[count[inputs[i].node()]++] = order[g] * 2 + (inputs[i].inverted() ? 1U : 0U);
  }
}

}  // namespace agon::engines::event
