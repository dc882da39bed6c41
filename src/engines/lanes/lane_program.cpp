#include "engines/lanes/lane_program.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <bit>

#include "engines/lanes/selection.h"
#include "engines/lanes/wire_builder.h"

namespace agon::engines::lanes {
namespace {

using circuit::Lit;
using circuit::Network;
using circuit::NodeId;
using circuit::NodeKind;

constexpr std::uint32_t kNoLoop = 0xffffffff;

class Translation {
 public:
  Translation(const circuit::Circuit& circuit, const LaneProgramOptions& options)
      : circuit_(circuit), net_(circuit.network), options_(options), build_(program_, options.three_inputs) {}

  LaneProgram run() {
    program_.fluents = static_cast<std::uint32_t>(circuit_.fluents.size());
    wires_.assign(net_.size(), kZero);
    known_.assign(net_.size(), false);
    known_[0] = true;
    find_loops();
    count_uses();
    choose_moves();
    finish_games();
    if (options_.move_statistics) remember_moves();
    next_states();
    drop_unused();
    return std::move(program_);
  }

 private:
  // ---- structure ----

  void find_loops() {
    loop_of_.assign(net_.size(), kNoLoop);
    loop_gates_.resize(net_.loops.size());
    for (NodeId id = 1; id < net_.size(); ++id) {
      const circuit::Node& node = net_.node(id);
      if (node.kind == NodeKind::LoopVariable) loop_of_[id] = node.index;
      if (node.kind != NodeKind::And) continue;
      loop_of_[id] = std::min(loop_of_[node.a.node()], loop_of_[node.b.node()]);
      if (loop_of_[id] != kNoLoop) loop_gates_[loop_of_[id]].push_back(id);
    }
    for (const circuit::Loop& loop : net_.loops) {
      loop_begin_.push_back(program_.loop_variables);
      program_.loop_variables += static_cast<std::uint32_t>(loop.variables.size());
    }
  }

  // The fanout of each node among what is computed here: a gate with one reader can be merged into it.
  void count_uses() {
    uses_.assign(net_.size(), 0);
    std::vector<NodeId> open;
    std::vector<bool> loop_seen(net_.loops.size(), false);
    const auto use = [&](Lit lit) {
      if (uses_[lit.node()]++ == 0) open.push_back(lit.node());
    };
    for_each_root(use);
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      const circuit::Node& node = net_.node(id);
      if (node.kind == NodeKind::And) {
        use(node.a);
        use(node.b);
      } else if (node.kind == NodeKind::LoopResult && !loop_seen[node.index]) {
        loop_seen[node.index] = true;
        for (const Lit value : net_.loops[node.index].values) use(value);
      }
    }
  }
  template <class Use>
  void for_each_root(Use&& use) {
    for (const circuit::Selector& selector : circuit_.selectors) {
      for (std::size_t i = 0; i < selector.leaves.size(); ++i) use(selector.leaf_legal[i]);
    }
    use(circuit_.terminal);
    for (const auto& goals : circuit_.goals) {
      for (const circuit::GoalLit& goal : goals) use(goal.lit);
    }
    for (const Lit next : circuit_.next) use(next);
    for (const circuit::MoveInput& move : circuit_.moves) use(move.guard);
  }

  // ---- gates ----

  // Mapping to three-input lookup tables: the fanout-free cone of gates below `id` that has at most three inputs.
  struct Cone {
    std::array<NodeId, 3> leaves{};
    unsigned count = 0;
    std::vector<NodeId> inner;  // gates inside, the root first
  };
  Cone cone_of(NodeId root) const {
    Cone cone;
    cone.inner.push_back(root);
    const auto add_leaf = [&](NodeId id) {
      for (unsigned i = 0; i < cone.count; ++i) {
        if (cone.leaves[i] == id) return;
      }
      cone.leaves[cone.count++] = id;
    };
    add_leaf(net_.node(root).a.node());
    add_leaf(net_.node(root).b.node());
    if (!options_.three_inputs) return cone;
    for (unsigned i = 0; i < cone.count;) {
      const NodeId leaf = cone.leaves[i];
      const circuit::Node& node = net_.node(leaf);
      const bool foldable = node.kind == NodeKind::And && uses_[leaf] == 1 && !known_[leaf] && loop_of_[leaf] == loop_of_[root];
      if (foldable) {
        const auto is_leaf = [&](NodeId id) {
          return std::find(cone.leaves.begin(), cone.leaves.begin() + cone.count, id) != cone.leaves.begin() + cone.count;
        };
        const NodeId a = node.a.node();
        const NodeId b = node.b.node();
        const unsigned added = (is_leaf(a) ? 0U : 1U) + (is_leaf(b) || a == b ? 0U : 1U);
        if (cone.count - 1 + added <= 3) {
          std::copy(cone.leaves.begin() + i + 1, cone.leaves.begin() + cone.count, cone.leaves.begin() + i);
          --cone.count;
          cone.inner.push_back(leaf);
          add_leaf(a);
          add_leaf(b);
          i = 0;
          continue;
        }
      }
      ++i;
    }
    return cone;
  }

  void emit_gate(NodeId root, const Cone& cone) {
    // The truth table by evaluating the cone on the eight rows at once.
    static constexpr std::array<std::uint8_t, 3> kRows{0b10101010, 0b11001100, 0b11110000};
    absl::flat_hash_map<NodeId, std::uint8_t> rows;
    std::array<Wire, 3> in{};
    for (unsigned i = 0; i < cone.count; ++i) {
      rows[cone.leaves[i]] = kRows[i];
      in[i] = wires_[cone.leaves[i]];
    }
    const auto row = [&](Lit lit) { return static_cast<std::uint8_t>(rows.at(lit.node()) ^ (lit.inverted() ? 0xffU : 0U)); };
    // Inner gates have higher numbers than what they use.
    std::vector<NodeId> order = cone.inner;
    std::ranges::sort(order);
    for (const NodeId id : order) rows[id] = static_cast<std::uint8_t>(row(net_.node(id).a) & row(net_.node(id).b));
    wires_[root] = build_.lut(rows.at(root), std::span(in).first(cone.count));
    known_[root] = true;
  }

  // Depth first, for short live ranges.
  Wire wire(Lit lit) {
    std::vector<NodeId> open{lit.node()};
    while (!open.empty()) {
      const NodeId id = open.back();
      if (known_[id]) {
        open.pop_back();
        continue;
      }
      const circuit::Node& node = net_.node(id);
      switch (node.kind) {
        case NodeKind::Constant: break;
        case NodeKind::Fluent: input(id, Region::State, node.index); break;
        case NodeKind::Move: break;  // set by choose_moves; legality cannot depend on it
        case NodeKind::LoopVariable: break;
        case NodeKind::LoopResult: {
          const std::size_t before = open.size();
          for_each_loop_input(node.index, [&](NodeId outside) {
            if (!known_[outside]) open.push_back(outside);
          });
          if (open.size() == before) emit_loop(node.index);
          break;
        }
        case NodeKind::And: {
          const Cone cone = cone_of(id);
          bool ready = true;
          for (unsigned i = 0; i < cone.count; ++i) {
            if (known_[cone.leaves[i]]) continue;
            open.push_back(cone.leaves[i]);
            ready = false;
          }
          if (ready) emit_gate(id, cone);
          break;
        }
      }
    }
    return wires_[lit.node()] ^ lit.inverted();
  }

  void input(NodeId id, Region region, std::uint32_t index) {
    wires_[id] = build_.memory(region, index);
    known_[id] = true;
  }

  // ---- recursion ----

  template <class Visit>
  void for_each_loop_input(std::uint32_t l, Visit&& visit) const {
    const auto outside = [&](Lit lit) {
      if (loop_of_[lit.node()] != l) visit(lit.node());
    };
    for (const NodeId id : loop_gates_[l]) {
      if (uses_[id] == 0) continue;
      outside(net_.node(id).a);
      outside(net_.node(id).b);
    }
    for (const Lit value : net_.loops[l].values) outside(value);
  }

  void emit_loop(std::uint32_t l) {
    const circuit::Loop& loop = net_.loops[l];
    Operation begin{.kind = Operation::Kind::LoopBegin};
    begin.in[0] = loop_begin_[l];
    begin.in[1] = static_cast<std::uint32_t>(loop.variables.size());
    build_.add(begin);
    for (std::uint32_t i = 0; i < loop.variables.size(); ++i) input(loop.variables[i], Region::Loop, loop_begin_[l] + i);
    for (std::uint32_t i = 0; i < loop.variables.size(); ++i) {
      Operation update{.kind = Operation::Kind::LoopUpdate};
      update.in[0] = build_.materialise(wire(loop.values[i]));
      update.place = {Region::Loop, loop_begin_[l] + i};
      build_.add(update);
    }
    build_.add({.kind = Operation::Kind::LoopEnd});
    for (std::uint32_t i = 0; i < loop.results.size(); ++i) input(loop.results[i], Region::Loop, loop_begin_[l] + i);
  }

  // ---- the step ----

  void choose_moves() {
    for (const circuit::Selector& selector : circuit_.selectors) {
      const auto n = static_cast<std::uint32_t>(selector.leaves.size());
      const std::uint32_t first_weight = program_.weights;
      program_.weights += n * options_.weight_bits;
      Selection selection(build_, n, [&](std::uint32_t leaf) {
        std::vector<Wire> count;
        const Wire legal = wire(selector.leaf_legal[leaf]);
        if (options_.weight_bits == 0) return std::vector<Wire>{legal};
        for (unsigned b = 0; b < options_.weight_bits; ++b)
          count.push_back(build_.and2(legal, build_.memory(Region::Weight, first_weight + leaf * options_.weight_bits + b)));
        return count;
      });
      const std::vector<Wire> chosen = selection.run();
      chosen_.push_back(chosen);
      // A role that must move and cannot: the rules are unplayable there, and the playout is cut.
      Wire must = kZero;
      for (const RoleId role : selector.roles) must = build_.or2(must, selector.always ? kOne : wire(guard_of(role)));
      stuck_ = build_.or2(stuck_, build_.and2(must, !selection.any()));
      for (std::uint32_t leaf = 0; leaf < n; ++leaf) {
        if (selector.leaves[leaf] == 0) continue;  // unused
        wires_[selector.leaves[leaf]] = chosen[leaf];
        known_[selector.leaves[leaf]] = true;
      }
    }
  }

  Lit guard_of(RoleId role) const {
    const std::uint32_t first = circuit_.program->role_begin[role.index()];
    return first < circuit_.moves.size() ? circuit_.moves[first].guard : circuit::kTrue;
  }

  // Which moves each playout has made so far: a leaf counts for the role that has the choice, and none does after the end.
  void remember_moves() {
    program_.played = static_cast<std::uint32_t>(circuit_.moves.size());
    for (std::uint32_t m = 0; m < program_.played; ++m) {
      const circuit::MoveInput& input = circuit_.moves[m];
      if (input.leaf == circuit::MoveInput::kForced) continue;
      const Wire made = build_.and2(build_.and2(chosen_[input.selector][input.leaf], wire(input.guard)), !over_);
      build_.store(Region::Played, m, build_.or2(build_.memory(Region::Played, m), made));
    }
  }

  void finish_games() {
    program_.length_bits = static_cast<std::uint32_t>(std::bit_width(options_.max_steps));
    std::vector<Wire> length;
    Wire cut = kOne;
    for (std::uint32_t b = 0; b < program_.length_bits; ++b) {
      length.push_back(build_.memory(Region::Length, b));
      cut = build_.and2(cut, length[b] ^ (((options_.max_steps >> b) & 1U) == 0));
    }
    const Wire terminal = wire(circuit_.terminal);
    cut = build_.and2(build_.or2(cut, stuck_), !terminal);
    over_ = build_.or2(terminal, cut);
    build_.store(Region::Output, LaneProgram::kOver, over_);
    build_.store(Region::Output, LaneProgram::kCut, cut);
    program_.outputs = 2;
    for (const auto& goals : circuit_.goals) {
      program_.goal_begin.push_back(program_.outputs);
      Wire one = kZero;
      Wire two = kZero;
      std::vector<Wire> values;
      for (const circuit::GoalLit& goal : goals) {
        values.push_back(wire(goal.lit));
        two = build_.or2(two, build_.and2(one, values.back()));
        one = build_.or2(one, values.back());
      }
      const Wire counted = build_.and2(terminal, !two);
      for (const Wire value : values) build_.store(Region::Output, program_.outputs++, build_.and2(counted, value));
    }
    program_.goal_begin.push_back(program_.outputs);
    // The number of moves made: one more, or none after the end.
    // All bits are read before one is written: they live in the same place.
    Wire carry = kOne;
    std::vector<Wire> longer;
    for (std::uint32_t b = 0; b < program_.length_bits; ++b) {
      longer.push_back(build_.and2(build_.xor2(length[b], carry), !over_));
      carry = build_.and2(carry, length[b]);
    }
    for (std::uint32_t b = 0; b < program_.length_bits; ++b) build_.store(Region::Length, b, longer[b]);
  }

  void next_states() {
    for (std::uint32_t f = 0; f < program_.fluents; ++f) {
      const Wire next = wire(circuit_.next[f]);
      build_.store(Region::Next, f, build_.mux(over_, build_.memory(Region::Start, f), next));
    }
  }

  // Dead code elimination. Random bits stay: the stream must not depend on what is done with it.
  void drop_unused() {
    std::vector<bool> needed(program_.homes.size(), false);
    std::vector<Operation> kept;
    for (std::size_t i = program_.operations.size(); i-- > 0;) {
      const Operation& op = program_.operations[i];
      if (op.kind == Operation::Kind::Lut) {
        if (!needed[op.out]) continue;
        for (unsigned k = 0; k < op.inputs; ++k) needed[op.in[k]] = true;
      } else if (op.kind == Operation::Kind::Store || op.kind == Operation::Kind::LoopUpdate) {
        needed[op.in[0]] = true;
      }
      kept.push_back(op);
    }
    std::ranges::reverse(kept);
    program_.operations = std::move(kept);
  }

  const circuit::Circuit& circuit_;
  const Network& net_;
  LaneProgramOptions options_;
  LaneProgram program_;
  WireBuilder build_;
  std::vector<Wire> wires_;  // per node
  std::vector<bool> known_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint32_t> loop_of_;
  std::vector<std::vector<NodeId>> loop_gates_;
  std::vector<std::uint32_t> loop_begin_;
  std::vector<std::vector<Wire>> chosen_;  // per selector and leaf
  Wire stuck_;
  Wire over_;
};

}  // namespace

LaneProgram make_program(const circuit::Circuit& circuit, const LaneProgramOptions& options) {
  return Translation(circuit, options).run();
}

}  // namespace agon::engines::lanes
