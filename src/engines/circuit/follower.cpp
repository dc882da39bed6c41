#include "engines/circuit/follower.h"

namespace agon::engines::event {

using circuit::NodeId;
using circuit::NodeKind;

Follower::Follower(const StepPlan& plan)
    : plan_(plan),
      missing_(plan.net.nodes, 1),
      state_(plan.state_words, 0),
      sets_(plan.base_word(plan.base_sets), 0),
      open_(1024, 0),
      stamps_(plan.net.nodes, 0),
      values_(plan.net.nodes, 0) {
  // All fluents false; every gate from scratch.
  const Netlist& net = plan.net;
  for (std::size_t g = 0; g < net.order.size(); ++g) {
    std::uint32_t missing = 0;
    for (std::uint32_t i = net.input_begin[g]; i < net.input_begin[g + 1]; ++i) missing += followed(net.inputs[i]) ? 0 : 1;
    missing_[net.order[g]] = missing;
  }
  for (std::uint32_t& count : missing_) count |= count == 0 ? kTold : 0;
  for (std::size_t m = 0; m < plan.effects.legal.size(); ++m) sets_[m / 64] |= std::uint64_t{followed(plan.effects.legal[m])} << (m % 64);
  for (std::size_t s = 0; s < plan.base_set.size(); ++s) {
    for (std::size_t c = 0; c < plan.base_set[s].size(); ++c) {
      const std::uint32_t set = plan.base_set[s][c];
      if (set == StepPlan::kNone) continue;
      for (const auto* list : {&plan.effects.bases[s][c].simple, &plan.effects.bases[s][c].computed}) {
        for (const Change& change : *list)
          sets_[plan.base_word(set) + change.fluent / 64] |= std::uint64_t{followed(change.next)} << (change.fluent % 64);
      }
    }
  }
}

void Follower::become(const Follower& other) {
  missing_ = other.missing_;
  state_ = other.state_;
  sets_ = other.sets_;
  ++stamp_;
}

bool Follower::compute(Lit lit) {
  const circuit::Network& net = plan_.effects.network;
  stack_.assign(1, lit.node());
  while (!stack_.empty()) {
    const NodeId id = stack_.back();
    if (stamps_[id] == stamp_) {
      stack_.pop_back();
      continue;
    }
    const circuit::Node& node = net.node(id);
    // The first input decides alone where it is false.
    const auto known = [&](Lit input) { return plan_.net.followed[input.node()] != 0 || stamps_[input.node()] == stamp_; };
    const auto holds = [&](Lit input) {
      return plan_.net.followed[input.node()] != 0 ? followed(input) : (values_[input.node()] != 0) != input.inverted();
    };
    if (!known(node.a)) {
      stack_.push_back(node.a.node());
      continue;
    }
    bool result = holds(node.a);
    if (result) {
      if (!known(node.b)) {
        stack_.push_back(node.b.node());
        continue;
      }
      result = holds(node.b);
    }
    values_[id] = result ? 1 : 0;
    stamps_[id] = stamp_;
    stack_.pop_back();
  }
  return (values_[lit.node()] != 0) != lit.inverted();
}

// Where leaves are followed they are flipped like fluents; elsewhere only computed values look at them.
void Follower::set_leaves(std::span<const Choice> choices) {
  if (plan_.mode == StepPlan::Mode::Leaves) return flip_leaves(choices);
  for (const Choice& choice : choices) {
    if (choice.move == StepPlan::kNone) continue;
    const circuit::MoveInput& input = plan_.circuit->moves[choice.move];
    missing_[plan_.circuit->selectors[input.selector].leaves[input.leaf]] ^= 1U;
  }
  missing_[0] = 1;  // leaves that nobody looks at share the node of the constant
  ++stamp_;
}

void Follower::clear_leaves(std::span<const Choice> choices) { set_leaves(choices); }

void Follower::flip_leaves(std::span<const Choice> choices) {
  for (const Choice& choice : choices) {
    if (choice.move == StepPlan::kNone) continue;
    const circuit::MoveInput& input = plan_.circuit->moves[choice.move];
    const NodeId node = plan_.circuit->selectors[input.selector].leaves[input.leaf];
    if (node == 0) continue;
    flip_input(node);
  }
  settle();
}

void Follower::changes(std::span<const Choice> choices, std::vector<std::uint64_t>& out) {
  const auto put = [&](const Change& change, bool next) {
    const std::uint64_t bit = std::uint64_t{1} << (change.fluent % 64);
    std::uint64_t& word = out[change.fluent / 64];
    word = next != fluent(change.fluent) ? word | bit : word & ~bit;
  };
  if (plan_.mode == StepPlan::Mode::Leaves) {
    flip_leaves(choices);
    std::copy_n(sets_.begin() + static_cast<std::ptrdiff_t>(plan_.base_word(0)), plan_.state_words, out.begin());
    flip_leaves(choices);
    return;
  }
  out.assign(plan_.state_words, 0);
  for (std::size_t s = 0; s < choices.size(); ++s) {
    const std::uint32_t set = plan_.base_set[s][choices[s].chooser];
    if (set == StepPlan::kNone) continue;
    for (std::size_t w = 0; w < plan_.state_words; ++w) out[w] |= sets_[plan_.base_word(set) + w];
  }
  for (const Choice& choice : choices) {
    if (choice.move == StepPlan::kNone) continue;
    for (const Change& change : plan_.effects.of(choice.move)) put(change, value(change.next));
  }
}

}  // namespace agon::engines::event
