#include "engines/circuit/netlist.h"

#include <algorithm>

namespace agon::engines::event {
namespace {

using circuit::Network;
using circuit::NodeId;
using circuit::NodeKind;

// The factors of an AND, in full depth.
std::vector<Lit> factors(const Network& net, Lit lit) {
  std::vector<Lit> result;
  std::vector<Lit> open{lit};
  while (!open.empty()) {
    const Lit now = open.back();
    open.pop_back();
    const circuit::Node& node = net.node(now.node());
    if (node.kind == NodeKind::And && !now.inverted() && result.size() + open.size() < 64) {
      open.push_back(node.a);
      open.push_back(node.b);
    } else {
      result.push_back(now);
    }
  }
  return result;
}

class Builder {
 public:
  Builder(const circuit::Circuit& circuit, Netlist& out) : circuit_(circuit), net_(circuit.network), out_(out) {}

  void run() {
    split_turns();
    find_gates();
    out_.nodes = static_cast<std::uint32_t>(net_.size());
    for (const NodeId id : circuit_.fluents) out_.fluents.push_back(id);
    for (const circuit::Selector& selector : circuit_.selectors) out_.leaves.push_back(selector.leaves);
    out_.terminal = circuit_.terminal;
    out_.goals = circuit_.goals;
    out_.sees = circuit_.sees;
    out_.next = circuit_.next;
    add_watches();
  }

 private:
  // Takes "it is my turn" out of the legality of moves: otherwise every change of turn touches every move.
  void split_turns() {
    const ground::GroundProgram& p = *circuit_.program;
    out_.forced.assign(p.info.role_count(), Netlist::kNone);
    out_.guard.assign(p.info.role_count(), circuit::kTrue);
    out_.legal = circuit_.legal;
    for (std::uint32_t m = 0; m < p.moves.size(); ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) out_.forced[p.moves[m].role.index()] = m;
      out_.guard[p.moves[m].role.index()] = circuit_.moves[m].guard;
    }
    for (std::uint32_t m = 0; m < p.moves.size(); ++m) {
      const Lit guard = out_.guard[p.moves[m].role.index()];
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced || guard == circuit::kTrue) continue;
      std::vector<Lit> rest = factors(net_, circuit_.legal[m]);
      if (std::erase(rest, guard) > 0) out_.legal[m] = net_.make_and(std::move(rest));
    }
  }

  // Gates that somebody besides one other gate looks at, or looks at inverted, stand by themselves; the others melt into their reader.
  void find_gates() {
    std::vector<bool> reached(net_.size(), false);
    std::vector<std::uint32_t> uses(net_.size(), 0);
    std::vector<bool> own(net_.size(), false);
    std::vector<NodeId> open;
    const auto reach = [&](Lit lit) {
      if (!reached[lit.node()]) open.push_back(lit.node());
      reached[lit.node()] = true;
    };
    const auto root = [&](Lit lit) {
      reach(lit);
      own[lit.node()] = true;
    };
    for_each_output(root);
    while (!open.empty()) {
      const circuit::Node node = net_.node(open.back());
      open.pop_back();
      if (node.kind != NodeKind::And) continue;
      for (const Lit lit : {node.a, node.b}) {
        reach(lit);
        ++uses[lit.node()];
        if (lit.inverted()) own[lit.node()] = true;
      }
    }
    for (NodeId id = 0; id < net_.size(); ++id) own[id] = own[id] || uses[id] != 1;
    out_.inputs.assign(net_.size(), 0);
    out_.gate_begin.assign(net_.size() + 1, 0);
    std::vector<std::uint32_t> readers(net_.size() + 1, 0);
    for (NodeId id = 0; id < net_.size(); ++id) {
      out_.gate_begin[id] = static_cast<std::uint32_t>(out_.gate_inputs.size());
      if (net_.node(id).kind != NodeKind::And || !reached[id] || !own[id]) continue;
      std::vector<Lit> inputs;
      std::vector<Lit> pending{net_.node(id).a, net_.node(id).b};
      while (!pending.empty()) {
        const Lit lit = pending.back();
        pending.pop_back();
        const circuit::Node& node = net_.node(lit.node());
        if (node.kind == NodeKind::And && !own[lit.node()]) {
          pending.push_back(node.a);
          pending.push_back(node.b);
        } else {
          inputs.push_back(lit);
        }
      }
      std::ranges::sort(inputs);
      inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
      out_.inputs[id] = static_cast<std::uint32_t>(inputs.size());
      out_.order.push_back(id);
      for (const Lit lit : inputs) {
        out_.gate_inputs.push_back(lit);
        ++readers[lit.node() + 1];
      }
    }
    out_.gate_begin[net_.size()] = static_cast<std::uint32_t>(out_.gate_inputs.size());
    for (std::size_t n = 0; n < net_.size(); ++n) readers[n + 1] += readers[n];
    out_.reader_begin = readers;
    out_.edges.resize(out_.gate_inputs.size());
    std::vector<std::uint32_t> at(readers.begin(), readers.end() - 1);
    for (const std::uint32_t gate : out_.order) {
      for (std::uint32_t i = out_.gate_begin[gate]; i < out_.gate_begin[gate] + out_.inputs[gate]; ++i) {
        const Lit lit = out_.gate_inputs[i];
        out_.edges[at[lit.node()]++] = gate * 2 + (lit.inverted() ? 1U : 0U);
      }
    }
  }

  template <class Visit>
  void for_each_output(Visit&& visit) {
    for (const Lit lit : out_.legal) visit(lit);
    for (const Lit lit : out_.guard) visit(lit);
    for (const Lit lit : circuit_.next) visit(lit);
    visit(circuit_.terminal);
    for (const auto& goals : circuit_.goals) {
      for (const circuit::GoalLit& goal : goals) visit(goal.lit);
    }
    for (const auto& sees : circuit_.sees) {
      for (const Lit lit : sees) visit(lit);
    }
  }

  void add_watches() {
    std::vector<std::pair<NodeId, Watch>> all;
    for (std::uint32_t m = 0; m < out_.legal.size(); ++m) all.push_back({out_.legal[m].node(), {Watch::Kind::Legal, m}});
    for (std::uint32_t f = 0; f < out_.next.size(); ++f) {
      all.push_back({out_.next[f].node(), {Watch::Kind::Differs, f}});
    }
    std::ranges::stable_sort(all, {}, [](const auto& entry) { return entry.first; });
    out_.watch_begin.assign(net_.size() + 1, 0);
    for (const auto& [node, watch] : all) {
      ++out_.watch_begin[node + 1];
      out_.watches.push_back(watch);
    }
    for (std::size_t n = 0; n < net_.size(); ++n) out_.watch_begin[n + 1] += out_.watch_begin[n];
  }

  const circuit::Circuit& circuit_;
  Network net_;  // a copy: turns are taken out of it
  Netlist& out_;
};

}  // namespace

Netlist::Netlist(const circuit::Circuit& circuit) { Builder(circuit, *this).run(); }

}  // namespace agon::engines::event
