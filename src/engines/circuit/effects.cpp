#include "engines/circuit/effects.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <functional>
#include <queue>

namespace agon::engines::event {
namespace {

using circuit::kFalse;
using circuit::kTrue;
using circuit::Network;
using circuit::Node;
using circuit::NodeId;
using circuit::NodeKind;

constexpr std::uint32_t kNone = 0xffffffff;

// The conjuncts of an AND, to some depth.
std::vector<Lit> factors(const Network& net, Lit lit) {
  std::vector<Lit> result;
  std::vector<Lit> open{lit};
  while (!open.empty()) {
    const Lit now = open.back();
    open.pop_back();
    const Node& node = net.node(now.node());
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
  Builder(const circuit::Circuit& circuit, Effects& out) : circuit_(circuit), out_(out), net_(out.network) {
    net_ = circuit.network;
    gates_ = static_cast<NodeId>(net_.size());
    for (std::uint32_t g = 0; g < circuit.groups.size(); ++g) {
      for (const std::uint32_t f : circuit.groups[g].fluents) {
        if (circuit.fluents[f] != 0) net_.set_group(circuit.fluents[f], g);
      }
    }
  }

  void run() {
    find_owners();
    if (out_.composable) find_readers();
    out_.begin.assign(circuit_.moves.size() + 1, 0);
    out_.legal = circuit_.legal;
    out_.classes.resize(circuit_.program->info.role_count());
    per_move_.resize(circuit_.moves.size());
    out_.bases.resize(circuit_.selectors.size());
    for (std::size_t s = 0; s < circuit_.selectors.size(); ++s) {
      for (std::size_t c = 0; c <= circuit_.selectors[s].roles.size(); ++c) out_.bases[s].push_back(base_of(s, c));
    }
    if (!out_.composable) per_move_.assign(per_move_.size(), {});
    for (std::size_t m = 0; m < per_move_.size(); ++m) {
      out_.changes.insert(out_.changes.end(), per_move_[m].begin(), per_move_[m].end());
      out_.begin[m + 1] = static_cast<std::uint32_t>(out_.changes.size());
    }
  }

 private:
  // The legality of a role's moves where it has the choice; conditions shared by many moves are factored out, or else every change
  // of one would touch every move.
  void take_out_shared_conditions(std::size_t r) {
    const ground::GroundProgram& p = *circuit_.program;
    absl::flat_hash_map<std::uint32_t, std::uint32_t> count;
    std::vector<std::vector<Lit>> parts;
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      parts.push_back(factors(net_, settled(circuit_.legal[m])));
      for (const Lit lit : parts.back()) ++count[lit.code];
    }
    absl::flat_hash_map<std::vector<std::uint32_t>, std::size_t> class_of;
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) continue;
      std::vector<Lit> own;
      std::vector<std::uint32_t> shared;
      for (const Lit lit : parts[m - p.role_begin[r]]) {
        if (count[lit.code] >= kShared) {
          shared.push_back(lit.code);
        } else {
          own.push_back(lit);
        }
      }
      std::ranges::sort(shared);
      const auto [place, fresh] = class_of.emplace(shared, out_.classes[r].size());
      if (fresh) {
        Effects::MoveClass& made = out_.classes[r].emplace_back();
        for (const std::uint32_t code : shared) made.conditions.push_back(Lit{code});
      }
      out_.classes[r][place->second].moves.push_back(m);
      out_.legal[m] = net_.make_and(std::move(own));
    }
    if (out_.classes[r].size() > kMaxClasses) one_class(r);
  }
  static constexpr std::uint32_t kShared = 12;
  static constexpr std::size_t kMaxClasses = 8;

  // Too many classes: testing each would cost more than it saves.
  void one_class(std::size_t r) {
    const ground::GroundProgram& p = *circuit_.program;
    out_.classes[r].assign(1, {});
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) continue;
      out_.legal[m] = settled(circuit_.legal[m]);
      out_.classes[r][0].moves.push_back(m);
    }
  }

  // The selector on whose leaves a fluent's next value depends; every fluent must have at most one.
  void find_owners() {
    std::vector<std::uint32_t> selector_of(gates_, kNone);
    for (std::uint32_t s = 0; s < circuit_.selectors.size(); ++s) {
      for (const NodeId leaf : circuit_.selectors[s].leaves) {
        if (leaf != 0) selector_of[leaf] = s;
      }
    }
    for (NodeId id = 0; id < gates_; ++id) {
      const Node& node = net_.node(id);
      if (node.kind != NodeKind::And) continue;
      const std::uint32_t a = selector_of[node.a.node()];
      const std::uint32_t b = selector_of[node.b.node()];
      if (a != kNone && b != kNone && a != b) out_.composable = false;
      selector_of[id] = a != kNone ? a : b;
    }
    for (const Lit next : circuit_.next) owner_.push_back(selector_of[next.node()] == kNone ? 0 : selector_of[next.node()]);
    if (circuit_.selectors.empty() || !net_.loops.empty()) out_.composable = false;
  }

  void find_readers() {
    std::vector<std::uint32_t> begin(gates_ + 1, 0);
    for (NodeId id = 0; id < gates_; ++id) {
      if (net_.node(id).kind != NodeKind::And) continue;
      ++begin[net_.node(id).a.node() + 1];
      ++begin[net_.node(id).b.node() + 1];
    }
    for (NodeId id = 0; id < gates_; ++id) begin[id + 1] += begin[id];
    readers_.resize(begin[gates_]);
    reader_begin_ = begin;
    for (NodeId id = 0; id < gates_; ++id) {
      if (net_.node(id).kind != NodeKind::And) continue;
      readers_[begin[net_.node(id).a.node()]++] = id;
      readers_[begin[net_.node(id).b.node()]++] = id;
    }
    for (std::uint32_t f = 0; f < circuit_.next.size(); ++f) fluents_at_[circuit_.next[f].node()].push_back(f);
  }

  // ---- one chooser ----

  Effects::Base base_of(std::size_t s, std::size_t c) {
    const circuit::Selector& selector = circuit_.selectors[s];
    Effects::Base base;
    // Known: no leaf is chosen, and whose turn it is.
    base_value_.assign(gates_, kFalse);
    std::vector<bool> fixed(gates_, false);
    const auto fix = [&](Lit lit, bool value) {
      if (lit.node() == 0) return (lit == kTrue) == value;
      const Lit known = value != lit.inverted() ? kTrue : kFalse;
      if (fixed[lit.node()] && base_value_[lit.node()] != known) return false;
      fixed[lit.node()] = true;
      base_value_[lit.node()] = known;
      return true;
    };
    for (std::size_t i = 0; i < selector.roles.size(); ++i) {
      if (!fix(guard_of(selector.roles[i]), i == c)) return base;  // nobody cannot be, or somebody always is
    }
    base.possible = true;
    if (c < selector.roles.size()) {  // the choice implies its own conditions
      for (const Lit lit : factors(net_, guard_of(selector.roles[c]))) {
        if (lit.node() < gates_) (void)fix(lit, true);
      }
    }
    for (const NodeId leaf : selector.leaves) (void)fix(Lit::of(leaf), false);
    for (NodeId id = 0; id < gates_; ++id) {
      if (fixed[id]) continue;
      const Node node = net_.node(id);
      base_value_[id] = node.kind == NodeKind::And ? net_.make_and(settled(node.a), settled(node.b)) : Lit::of(id);
    }
    if (c < selector.roles.size()) take_out_shared_conditions(selector.roles[c].index());
    if (circuit_.selectors.size() == 1 && selector.roles.size() > 1 && selector.everywhere) {
      out_.terminal.resize(selector.roles.size() + 1, kFalse);  // the constant for cases that cannot occur
      out_.terminal[c] = settled(circuit_.terminal);
    }
    if (!out_.composable) return base;
    for (std::uint32_t f = 0; f < circuit_.next.size(); ++f) {
      if (owner_[f] != s) continue;
      add_to(base, f, settled(circuit_.next[f]));
    }
    if (c < selector.roles.size()) {
      moves_of(s, selector.roles[c]);
      if (out_.composable) prefer_common(selector.roles[c], base);
    }
    return base;
  }

  // A role with the choice always makes a move, so the base can be chosen freely: best is what most moves have in common.
  void prefer_common(RoleId role, Effects::Base& base) {
    const ground::GroundProgram& p = *circuit_.program;
    const std::uint32_t first = p.role_begin[role.index()];
    const std::uint32_t last = p.role_begin[role.index() + 1];
    std::uint32_t total = 0;
    absl::flat_hash_map<std::uint64_t, std::uint32_t> count;  // fluent and next value
    for (std::uint32_t m = first; m < last; ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) continue;
      ++total;
      for (const Change& change : per_move_[m]) ++count[(std::uint64_t{change.fluent} << 32U) | change.next.code];
    }
    absl::flat_hash_map<std::uint32_t, Lit> better;
    for (const auto& [key, n] : count) {
      if (n * 2 > total) better.emplace(static_cast<std::uint32_t>(key >> 32U), Lit{static_cast<std::uint32_t>(key)});
    }
    if (better.empty()) return;
    absl::flat_hash_map<std::uint32_t, Lit> before;
    for (const auto* list : {&base.simple, &base.computed}) {
      for (const Change& change : *list) before.emplace(change.fluent, change.next);
    }
    const auto usual = [&](std::uint32_t f) {
      const auto found = before.find(f);
      return found != before.end() ? found->second : Lit::of(circuit_.fluents[f]);
    };
    for (std::uint32_t m = first; m < last; ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) continue;
      absl::flat_hash_set<std::uint32_t> mentioned;
      for (const Change& change : per_move_[m]) mentioned.insert(change.fluent);
      std::erase_if(per_move_[m], [&](const Change& change) {
        const auto found = better.find(change.fluent);
        return found != better.end() && found->second == change.next;
      });
      for (const auto& [f, next] : better) {
        if (!mentioned.contains(f)) per_move_[m].push_back({f, usual(f)});
      }
    }
    const auto replaced = [&](const Change& change) { return better.contains(change.fluent); };
    std::erase_if(base.simple, replaced);
    std::erase_if(base.computed, replaced);
    std::vector<std::pair<std::uint32_t, Lit>> sorted(better.begin(), better.end());
    std::ranges::sort(sorted);
    for (const auto& [f, next] : sorted) add_to(base, f, next);
  }

  void add_to(Effects::Base& base, std::uint32_t f, Lit next) {
    if (circuit_.fluents[f] != 0 && next == Lit::of(circuit_.fluents[f])) return;  // stays
    const NodeKind kind = net_.node(next.node()).kind;
    (kind == NodeKind::Fluent || kind == NodeKind::Constant ? base.simple : base.computed).push_back({f, next});
  }
  Lit settled(Lit lit) const { return base_value_[lit.node()] ^ lit.inverted(); }
  Lit guard_of(RoleId role) const {
    const std::uint32_t first = circuit_.program->role_begin[role.index()];
    return first < circuit_.moves.size() ? circuit_.moves[first].guard : kTrue;
  }

  // ---- one move ----

  void moves_of(std::size_t s, RoleId role) {
    const ground::GroundProgram& p = *circuit_.program;
    for (std::uint32_t m = p.role_begin[role.index()]; m < p.role_begin[role.index() + 1]; ++m) {
      if (circuit_.moves[m].leaf == circuit::MoveInput::kForced) continue;
      per_move_[m] = effects_of(m, circuit_.selectors[s].leaves[circuit_.moves[m].leaf]);
      // Moves that may change nearly everything (groups of stones that merge, say) have no short list; their choice is propagated.
      changes_ += per_move_[m].size();
      if (changes_ > kFewChanges + std::uint64_t{kManyChanges} * ++listed_ || work_ > kMaxWork) {
        out_.composable = false;
        return;
      }
    }
  }

  std::vector<Change> effects_of(std::uint32_t move, NodeId leaf) {
    std::vector<Change> result;
    if (leaf == 0) return result;
    absl::flat_hash_map<NodeId, Lit> value{{leaf, kTrue}};
    const auto look = [&](Lit lit) {
      const auto found = value.find(lit.node());
      return found == value.end() ? settled(lit) : found->second ^ lit.inverted();
    };
    absl::flat_hash_set<std::uint32_t> implied;
    for (const Lit lit : factors(net_, circuit_.legal[move])) implied.insert(lit.code);
    std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> open;
    const auto spread = [&](NodeId id) {
      for (std::uint32_t i = reader_begin_[id]; i < reader_begin_[id + 1]; ++i) open.push(readers_[i]);
      if (const auto at = fluents_at_.find(id); at != fluents_at_.end()) {
        for (const std::uint32_t f : at->second) result.push_back({f, simplified(look(circuit_.next[f]), implied)});
      }
    };
    spread(leaf);
    for (NodeId last = 0; !open.empty();) {
      const NodeId id = open.top();
      open.pop();
      if (id == last) continue;
      last = id;
      ++work_;
      const Node node = net_.node(id);
      const Lit now = net_.make_and(look(node.a), look(node.b));
      if (now == base_value_[id]) continue;
      value[id] = now;
      spread(id);
    }
    return result;
  }

  // The move is legal, so the conjuncts of its legality hold and simplify the rest.
  Lit simplified(Lit lit, const absl::flat_hash_set<std::uint32_t>& implied) {
    if (implied.contains(lit.code)) return kTrue;
    if (implied.contains((!lit).code)) return kFalse;
    if (net_.node(lit.node()).kind != NodeKind::And) return lit;
    const bool inverted = lit.inverted();
    std::vector<Lit> rest;
    for (const Lit factor : factors(net_, Lit::of(lit.node()))) {
      if (implied.contains((!factor).code)) return kFalse ^ inverted;
      if (!implied.contains(factor.code)) rest.push_back(factor);
    }
    return net_.make_and(std::move(rest)) ^ inverted;
  }

  const circuit::Circuit& circuit_;
  Effects& out_;
  Network& net_;
  NodeId gates_;  // of the circuit itself
  std::vector<std::uint32_t> owner_;
  std::vector<std::uint32_t> reader_begin_, readers_;
  absl::flat_hash_map<NodeId, std::vector<std::uint32_t>> fluents_at_;
  std::vector<Lit> base_value_;
  std::vector<std::vector<Change>> per_move_;
  std::uint64_t changes_ = 0, listed_ = 0, work_ = 0;
  static constexpr std::uint64_t kFewChanges = 20'000;
  static constexpr std::uint64_t kManyChanges = 300;     // a move
  static constexpr std::uint64_t kMaxWork = 30'000'000;  // gates looked at for all moves
};

}  // namespace

Effects::Effects(const circuit::Circuit& circuit) { Builder(circuit, *this).run(); }

void Effects::defer() {
  deferred.resize(legal.size());
  for (std::size_t m = 0; m < legal.size(); ++m) {
    std::vector<Lit> conditions = factors(network, legal[m]);
    const auto rest = std::stable_partition(conditions.begin(), conditions.end(), [&](Lit lit) { return cheap(lit); });
    deferred[m].assign(rest, conditions.end());
    conditions.erase(rest, conditions.end());
    legal[m] = network.make_and(std::move(conditions));
  }
}

bool Effects::cheap(Lit lit) const {
  std::vector<NodeId> open{lit.node()};
  std::size_t seen = 0;
  while (!open.empty()) {
    const Node& node = network.node(open.back());
    open.pop_back();
    if (node.kind != NodeKind::And) continue;
    if (++seen > kCheap) return false;
    open.push_back(node.a.node());
    open.push_back(node.b.node());
  }
  return true;
}

}  // namespace agon::engines::event
