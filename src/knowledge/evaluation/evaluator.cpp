#include "knowledge/evaluation/evaluator.h"

#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "base/scc.h"

namespace agon::knowledge::evaluation {

using NodeKind = Node::Kind;

Plan::Plan(Network network, std::size_t fluents, std::shared_ptr<const FluentDistance> distance)
    : network_(std::move(network)), distance_(std::move(distance)), words_((fluents + 63) / 64) {
  const std::size_t count = network_.nodes.size();
  // What the formulas consist of.
  std::vector<bool> reached(count, false);
  std::vector<NodeIndex> open;
  const auto reach = [&](Edge edge) {
    if (reached[edge.node()]) return;
    reached[edge.node()] = true;
    open.push_back(edge.node());
  };
  reach(Edge::to(Network::kFalse));
  reach(Edge::to(Network::kTrueNode));
  reach(network_.terminal);
  for (const auto& goals : network_.goals) {
    for (const GoalFormula& goal : goals) {
      if (goal.value > 0) reach(goal.formula);  // the others have no weight
    }
  }
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    for (const Edge child : network_.nodes[node].children) reach(child);
  }
  // Components come children first.
  std::vector<std::vector<std::uint32_t>> successors(count);
  for (NodeIndex n = 0; n < count; ++n) {
    if (!reached[n]) continue;
    for (const Edge child : network_.nodes[n].children) successors[n].push_back(child.node());
  }
  const Components components = strongly_connected(successors);
  std::vector<std::vector<NodeIndex>> members(components.count);
  for (NodeIndex n = 0; n < count; ++n) {
    if (reached[n]) members[components.of[n]].push_back(n);
  }
  level_.assign(count, 0);
  loop_.assign(count, 0);
  flat_.resize(count);
  for (std::uint32_t c = 0; c < components.count; ++c) {
    if (members[c].empty()) continue;
    std::uint32_t level = 0;
    for (const NodeIndex n : members[c]) {
      for (const std::uint32_t child : successors[n]) {
        if (components.of[child] != c) level = std::max(level, level_[child] + 1);
      }
    }
    const bool cyclic = components.cyclic[members[c][0]];
    if (cyclic) loops_.push_back(members[c]);
    for (const NodeIndex n : members[c]) {
      level_[n] = level;
      if (cyclic) loop_[n] = static_cast<std::uint32_t>(loops_.size());
      order_.push_back(n);
    }
    levels_ = std::max(levels_, level + 1);
  }
  // Flat lists of children, parents, and of the fluent nodes to look at again when a fluent changes.
  children_.resize(count);
  uses_.resize(count);
  std::vector<std::vector<Use>> uses(count);
  std::vector<std::vector<NodeIndex>> watchers(fluents);
  for (const NodeIndex n : order_) {
    const Node& node = network_.nodes[n];
    children_[n] = {static_cast<std::uint32_t>(child_.size()), 0};
    child_.insert(child_.end(), node.children.begin(), node.children.end());
    children_[n].end = static_cast<std::uint32_t>(child_.size());
    for (std::uint32_t i = 0; i < node.children.size(); ++i)
      uses[node.children[i].node()].push_back({n, i, node.children[i].negated()});
    Flat& flat = flat_[n];
    flat.kind = node.kind;
    flat.graded = node.graded;
    flat.fluent = node.kind == NodeKind::Goal ? static_cast<std::uint32_t>(asked_.size()) : node.fluent;
    if (node.kind == NodeKind::Goal) asked_.push_back(n);
    if (node.graded && (node.kind == NodeKind::All || node.kind == NodeKind::Any)) make_table(n);
    const bool sums = node.kind == NodeKind::All || node.kind == NodeKind::Any || node.kind == NodeKind::Query;
    flat.counted = sums && loop_[n] == 0 && (!node.graded || flat.table != kNoTable || node.kind == NodeKind::Query);
    if (node.kind != NodeKind::Fluent) continue;
    watchers[node.fluent].push_back(n);
    flat.measured = distance_ && distance_->knows(node.fluent);
    if (!flat.measured) continue;
    for (const std::uint32_t f : distance_->looks_at(node.fluent)) {
      if (f != node.fluent) watchers[f].push_back(n);
    }
  }
  for (const NodeIndex n : order_) {
    uses_[n] = {static_cast<std::uint32_t>(use_.size()), 0};
    use_.insert(use_.end(), uses[n].begin(), uses[n].end());
    uses_[n].end = static_cast<std::uint32_t>(use_.size());
  }
  watchers_.resize(fluents);
  for (std::size_t f = 0; f < fluents; ++f) {
    watchers_[f] = {static_cast<std::uint32_t>(watcher_.size()), 0};
    watcher_.insert(watcher_.end(), watchers[f].begin(), watchers[f].end());
    watchers_[f].end = static_cast<std::uint32_t>(watcher_.size());
  }
}

// Of n atoms only the number that holds matters, unless there are so many that the threshold acts on some before others.
void Plan::make_table(NodeIndex node) {
  constexpr std::uint32_t kMostParts = 4'000;
  const std::uint32_t parts = children_[node].end - children_[node].begin;
  if (parts > kMostParts) return;
  for (std::uint32_t i = children_[node].begin; i < children_[node].end; ++i) {
    const Flat& child = flat_[child_[i].node()];
    const bool atom =
        child.kind == NodeKind::Query || child.kind == NodeKind::Goal || (child.kind == NodeKind::Fluent && !child.measured);
    if (!atom) return;
  }
  flat_[node].table = static_cast<std::uint32_t>(tables_.size());
  for (std::uint32_t holding = 0; holding <= parts; ++holding) {
    Conjunction all;
    Disjunction any;
    for (std::uint32_t i = 0; i < parts; ++i) {
      all.add(i < holding ? kAtomHolds : kAtomFails);
      any.add(i < holding ? kAtomHolds : kAtomFails);
    }
    tables_.push_back(flat_[node].kind == NodeKind::All ? all.degree() : any.degree());
  }
}

Evaluator::Evaluator(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)),
      state_(plan_->words_, 0),
      goals_(plan_->asked_.size(), false),
      value_(plan_->network_.nodes.size()),
      count_(plan_->network_.nodes.size(), 0),
      true_(plan_->network_.nodes.size()),
      open_(plan_->levels_),
      is_open_(plan_->network_.nodes.size(), 0),
      first_open_(plan_->levels_) {
  // All values are false at first, so negated parts hold.
  for (const NodeIndex n : plan_->order_) {
    for (std::uint32_t i = plan_->children_[n].begin; i < plan_->children_[n].end; ++i) {
      if (!plan_->child_[i].negated()) continue;
      ++count_[n];
      if (plan_->flat_[n].kind == NodeKind::Choice) true_[n].push_back(i - plan_->children_[n].begin);
    }
  }
}

void Evaluator::mark(NodeIndex node) {
  if (is_open_[node] != 0) return;
  is_open_[node] = 1;
  const std::uint32_t level = plan_->level_[node];
  open_[level].push_back(node);
  first_open_ = std::min(first_open_, level);
}

void Evaluator::load(StateBits state, const std::vector<bool>& goals) {
  if (fresh_) {
    fresh_ = false;
    std::copy(state.begin(), state.end(), state_.begin());
    for (std::size_t i = 0; i < goals.size(); ++i) goals_[i] = goals[i];
    for (const NodeIndex node : plan_->order_) mark(node);
    propagate();
    return;
  }
  for (std::size_t w = 0; w < state_.size(); ++w) {
    std::uint64_t changed = state_[w] ^ state[w];
    state_[w] = state[w];
    for (; changed != 0; changed &= changed - 1) {
      const std::size_t f = w * 64 + static_cast<std::size_t>(std::countr_zero(changed));
      for (std::uint32_t i = plan_->watchers_[f].begin; i < plan_->watchers_[f].end; ++i) mark(plan_->watcher_[i]);
    }
  }
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goals_[i] == goals[i]) continue;
    goals_[i] = goals[i];
    mark(plan_->asked_[i]);
  }
  propagate();
}

void Evaluator::propagate() {
  for (std::uint32_t level = first_open_; level < open_.size(); ++level) {
    std::vector<NodeIndex>& nodes = open_[level];
    // Settling a cycle may open other members of it.
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const NodeIndex node = nodes[i];
      if (is_open_[node] == 0) continue;
      is_open_[node] = 0;
      if (plan_->loop_[node] != 0) settle_loop(plan_->loop_[node] - 1);
      else set(node, compute(node));
    }
    nodes.clear();
  }
  first_open_ = static_cast<std::uint32_t>(open_.size());
#ifndef NDEBUG
  AGON_ASSERT(broken() == 0);
#endif
}

void Evaluator::set(NodeIndex node, const Degree& degree) {
  Degree& value = value_[node];
  const bool flipped = value.holds != degree.holds;
  if (!flipped && value.up == degree.up && value.down == degree.down) return;
  value = degree;
  tell_wholes(node, flipped);
}

// Wholes that only count their parts hear of those that flip, the others of every change.
void Evaluator::tell_wholes(NodeIndex node, bool flipped) {
  const bool truth = value_[node].holds;
  for (std::uint32_t i = plan_->uses_[node].begin; i < plan_->uses_[node].end; ++i) {
    const Plan::Use& use = plan_->use_[i];
    const Plan::Flat& whole = plan_->flat_[use.whole];
    const bool choice = whole.kind == NodeKind::Choice;
    if ((whole.counted || choice) && !flipped) continue;
    if (whole.counted) {
      if (truth != use.negated) ++count_[use.whole];
      else --count_[use.whole];
    } else if (choice) {
      std::vector<std::uint32_t>& parts = true_[use.whole];
      const auto place = std::ranges::lower_bound(parts, use.part);
      if (truth != use.negated) parts.insert(place, use.part);
      else parts.erase(place);
    }
    mark(use.whole);
  }
}

Degree Evaluator::compute(NodeIndex n) const {
  const Plan::Flat& node = plan_->flat_[n];
  const Edge* const begin = plan_->child_.data() + plan_->children_[n].begin;
  const Edge* const end = plan_->child_.data() + plan_->children_[n].end;
  switch (node.kind) {
    case NodeKind::Constant: return plan_->network_.nodes[n].constant;
    case NodeKind::Goal: return goals_[node.fluent] ? kAtomHolds : kAtomFails;
    case NodeKind::Fluent: {
      if (holds(state_, node.fluent)) return kAtomHolds;
      if (!node.measured) return kAtomFails;
      const double degree = plan_->distance_->degree(node.fluent, state_);
      return Degree::of(degree == kUnreachable ? 0 : (1 - kThreshold) * (1 - degree), false);
    }
    case NodeKind::Query: return count_[n] != 0 ? kAtomHolds : kAtomFails;
    case NodeKind::Choice: {
      const std::vector<Degree>& constants = plan_->network_.nodes[n].constants;
      Disjunction fold;
      for (const std::uint32_t part : true_[n]) fold.add(constants[part]);
      return fold.degree();
    }
    case NodeKind::All:
    case NodeKind::Any: break;
  }
  const bool all = node.kind == NodeKind::All;
  if (node.table != Plan::kNoTable) return plan_->tables_[node.table + count_[n]];
  if (node.counted) return {all ? count_[n] == static_cast<std::uint32_t>(end - begin) : count_[n] != 0, 0, 0};
  if (!node.graded) return {std::any_of(begin, end, [&](Edge child) { return truth(child) != all; }) != all, 0, 0};
  if (all) {
    Conjunction fold;
    for (const Edge* child = begin; child != end; ++child) fold.add(degree(*child));
    return fold.degree();
  }
  Disjunction fold;
  for (const Edge* child = begin; child != end; ++child) fold.add(degree(*child));
  return fold.degree();
}

// The least fixpoint: all members are false until something outside supports them.
void Evaluator::settle_loop(std::uint32_t loop) {
  const std::vector<NodeIndex>& members = plan_->loops_[loop];
  std::vector<bool> before;
  for (const NodeIndex node : members) {
    before.push_back(value_[node].holds);
    value_[node] = {};
    is_open_[node] = 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const NodeIndex node : members) {
      if (value_[node].holds || !compute(node).holds) continue;
      value_[node].holds = true;
      changed = true;
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (value_[members[i]].holds != before[i]) tell_wholes(members[i], true);
  }
  for (const NodeIndex node : members) is_open_[node] = 0;  // they have heard of each other already
}

std::size_t Evaluator::broken() const {
  constexpr double kRounding = 1e-9;
  std::size_t count = 0;
  for (const NodeIndex n : plan_->order_) {
    if (!plan_->network_.nodes[n].graded) continue;
    const double value = value_[n].value();
    if (value_[n].holds ? value < kThreshold - kRounding : value > 1 - kThreshold + kRounding) ++count;
  }
  return count;
}

}  // namespace agon::knowledge::evaluation
