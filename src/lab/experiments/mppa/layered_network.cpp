#include "lab/experiments/mppa/layered_network.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace agon::lab::experiments::mppa {
namespace {

using circuit::kFalse;
using circuit::kTrue;
using circuit::Network;
using circuit::Node;
using circuit::NodeId;
using circuit::NodeKind;

class Builder {
 public:
  Builder(std::shared_ptr<const circuit::Circuit> circuit, std::size_t most) : net_(circuit->network), most_(most) {
    result_.circuit = std::move(circuit);
    level_.push_back(0);
    moves_.push_back(false);
  }

  std::optional<LayeredNetwork> build() {
    const circuit::Circuit& from = *result_.circuit;
    find_loops();
    map_.assign(net_.size(), kFalse);
    std::vector<bool> done(net_.loops.size(), false);
    for (NodeId id = 1; id < net_.size(); ++id) {
      const Node& node = net_.node(id);
      switch (node.kind) {
        case NodeKind::Constant:
        case NodeKind::LoopVariable: break;
        case NodeKind::Fluent:
        case NodeKind::Move: map_[id] = input(node.kind == NodeKind::Move); break;
        case NodeKind::LoopResult:
          if (!done[node.index]) unroll(node.index);
          done[node.index] = true;
          break;
        case NodeKind::And:
          if (loop_of_[id] == Network::kNoGroup) map_[id] = gate(at(node.a), at(node.b));
          break;
      }
      if (gates_.size() > most_) return std::nullopt;
    }
    lay_out();
    for (const NodeId node : from.fluents) result_.fluents.push_back(node == 0 ? 0 : map_[node].node());
    for (const circuit::Selector& selector : from.selectors) {
      LayeredNetwork::Choice& choice = result_.choices.emplace_back();
      for (const NodeId leaf : selector.leaves) choice.leaves.push_back(map_[leaf].node());
      for (const Lit legal : selector.leaf_legal) choice.legal.push_back(at(legal));
    }
    for (const Lit next : from.next) result_.next.push_back(at(next));
    result_.terminal = at(from.terminal);
    for (const auto& role : from.goals) {
      auto& goals = result_.goals.emplace_back();
      for (const circuit::GoalLit& goal : role) goals.push_back({goal.value, at(goal.lit)});
    }
    result_.initial.assign(from.program->fluents.size(), 0);
    for (const std::uint32_t fluent : from.program->initial) result_.initial[fluent] = 1;
    return std::move(result_);
  }

 private:
  // Gates that depend on a loop's variables belong to it.
  void find_loops() {
    loop_of_.assign(net_.size(), Network::kNoGroup);
    loop_gates_.resize(net_.loops.size());
    for (NodeId id = 1; id < net_.size(); ++id) {
      const Node& node = net_.node(id);
      if (node.kind == NodeKind::LoopVariable) loop_of_[id] = node.index;
      if (node.kind != NodeKind::And) continue;
      loop_of_[id] = std::min(loop_of_[node.a.node()], loop_of_[node.b.node()]);
      if (loop_of_[id] != Network::kNoGroup) loop_gates_[loop_of_[id]].push_back(id);
    }
  }

  void unroll(std::size_t index) {
    const circuit::Loop& loop = net_.loops[index];
    for (const NodeId variable : loop.variables) map_[variable] = kFalse;
    // After as many rounds as there are variables nothing can change any more.
    for (std::size_t round = 0; round < loop.variables.size() && gates_.size() <= most_; ++round) {
      for (const NodeId id : loop_gates_[index]) map_[id] = gate(at(net_.node(id).a), at(net_.node(id).b));
      bool changed = false;
      std::vector<Lit> values;
      for (const Lit value : loop.values) values.push_back(at(value));
      for (std::size_t i = 0; i < values.size(); ++i) {
        changed |= map_[loop.variables[i]] != values[i];
        map_[loop.variables[i]] = values[i];
      }
      if (!changed) break;
    }
    for (std::size_t i = 0; i < loop.results.size(); ++i) map_[loop.results[i]] = map_[loop.variables[i]];
  }

  [[nodiscard]] Lit at(Lit lit) const { return map_[lit.node()] ^ lit.inverted(); }

  Lit input(bool move) {
    level_.push_back(0);
    moves_.push_back(move);
    return Lit::of(static_cast<NodeId>(level_.size() - 1));
  }

  Lit gate(Lit a, Lit b) {
    if (b < a) std::swap(a, b);
    if (a == kFalse || a == !b) return kFalse;
    if (a == kTrue || a == b) return b;
    const auto [found, fresh] = known_.try_emplace((std::uint64_t{a.code} << 32U) | b.code, Lit{});
    if (!fresh) return found->second;
    found->second = input(moves_[a.node()] || moves_[b.node()]);
    const NodeId out = found->second.node();
    level_[out] = 1 + std::max(level_[a.node()], level_[b.node()]);
    gates_.push_back({out, a, b});
    return found->second;
  }

  void lay_out() {
    std::ranges::stable_sort(gates_, {}, [&](const LayeredNetwork::Gate& g) { return std::pair(moves_[g.out], level_[g.out]); });
    std::vector<std::uint32_t> begin;
    for (std::uint32_t i = 0; i < gates_.size(); ++i) {
      const bool first =
          i == 0 || moves_[gates_[i].out] != moves_[gates_[i - 1].out] || level_[gates_[i].out] != level_[gates_[i - 1].out];
      if (!first) continue;
      if (moves_[gates_[i].out] && (i == 0 || !moves_[gates_[i - 1].out])) result_.state_layers = begin.size();
      begin.push_back(i);
    }
    if (gates_.empty() || !moves_[gates_.back().out]) result_.state_layers = begin.size();
    begin.push_back(static_cast<std::uint32_t>(gates_.size()));
    result_.begin = std::move(begin);
    result_.gates = std::move(gates_);
    result_.signals = static_cast<std::uint32_t>(level_.size());
  }

  const Network& net_;
  std::size_t most_;
  LayeredNetwork result_;
  std::vector<std::uint32_t> loop_of_;
  std::vector<std::vector<NodeId>> loop_gates_;
  std::vector<Lit> map_;  // node of the circuit to signal
  std::vector<std::uint32_t> level_;
  std::vector<bool> moves_;  // a move reaches it
  std::vector<LayeredNetwork::Gate> gates_;
  absl::flat_hash_map<std::uint64_t, Lit> known_;
};

}  // namespace

std::size_t LayeredNetwork::bytes() const {
  std::size_t total =
      gates.size() * sizeof(Gate) + begin.size() * sizeof(std::uint32_t) + (fluents.size() + next.size()) * sizeof(std::uint32_t);
  for (const Choice& choice : choices) total += choice.leaves.size() * 2 * sizeof(std::uint32_t);
  for (const auto& role : goals) total += role.size() * sizeof(circuit::GoalLit);
  return total;
}

std::optional<LayeredNetwork> make_layers(std::shared_ptr<const circuit::Circuit> circuit, std::size_t most_gates) {
  return Builder(std::move(circuit), most_gates).build();
}

}  // namespace agon::lab::experiments::mppa
