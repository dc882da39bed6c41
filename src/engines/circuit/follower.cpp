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
      memo_(plan.net.nodes, 0) {
  // All fluents false; every gate from scratch.
  const Netlist& net = plan.net;
  for (std::size_t g = 0; g < net.order.size(); ++g) {
    std::uint32_t missing = 0;
    for (std::uint32_t i = net.input_begin[g]; i < net.input_begin[g + 1]; ++i) missing += followed(net.inputs[i]) ? 0 : 1;
    missing_[net.order[g]] = missing;
  }
  for (std::uint32_t& count : missing_) count |= count == 0 ? kTold : 0;
  for (std::size_t m = 0; m < plan.effects->legal.size(); ++m)
    sets_[m / 64] |= std::uint64_t{followed(plan.effects->legal[m])} << (m % 64);
  for (std::size_t s = 0; s < plan.base_set.size(); ++s) {
    for (std::size_t c = 0; c < plan.base_set[s].size(); ++c) {
      const std::uint32_t set = plan.base_set[s][c];
      if (set == StepPlan::kNone) continue;
      for (const auto* list : {&plan.bases[s][c].simple, &plan.bases[s][c].computed}) {
        if (list == &plan.bases[s][c].computed && !plan.keeps_computed()) continue;
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
  forget();
}

bool Follower::compute(Lit lit) {
  const std::span<const circuit::Node> nodes = plan_.effects->network.nodes();
  const std::uint8_t* const is_followed = plan_.net.followed.data();
  std::uint32_t* const memo = memo_.data();
  // 1 or 0, or 2 where it is not known yet.
  const auto known = [&](Lit input) -> std::uint32_t {
    const NodeId id = input.node();
    if (is_followed[id] != 0) return followed(input) ? 1 : 0;
    return memo[id] >> 1U == stamp_ >> 1U ? (memo[id] ^ input.code) & 1U : 2;
  };
  if (const std::uint32_t answer = known(lit); answer != 2) return answer != 0;
  stack_.assign(1, lit.node());
  while (!stack_.empty()) {
    const NodeId id = stack_.back();
    const circuit::Node& node = nodes[id];
    // Short circuit: a false first input decides alone.
    std::uint32_t result = known(node.a);
    if (result == 2) {
      stack_.push_back(node.a.node());
      continue;
    }
    if (result == 1) {
      result = known(node.b);
      if (result == 2) {
        stack_.push_back(node.b.node());
        continue;
      }
    }
    memo[id] = stamp_ | result;
    stack_.pop_back();
  }
  return known(lit) != 0;
}

// With `follows_leaves`, leaves are flipped like fluents; otherwise only computed values read them.
void Follower::set_leaves(std::span<const Choice> choices) {
  if (plan_.follows_leaves) return flip_leaves(choices);
  for (const Choice& choice : choices) {
    if (choice.move == StepPlan::kNone) continue;
    const circuit::MoveInput& input = plan_.circuit->moves[choice.move];
    missing_[plan_.circuit->selectors[input.selector].leaves[input.leaf]] ^= 1U;
  }
  missing_[0] = 1;  // unused leaves share the node of the constant
  forget();
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
  if (plan_.follows_leaves) {
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
  if (!plan_.keeps_computed()) {
    for (std::size_t s = 0; s < choices.size(); ++s) {
      for (const Change& change : plan_.bases[s][choices[s].chooser].computed) put(change, value(change.next));
    }
  }
  for (const Choice& choice : choices) {
    if (choice.move == StepPlan::kNone) continue;
    for (const Change& change : plan_.effects->of(choice.move)) put(change, value(change.next));
  }
}

}  // namespace agon::engines::event
