#include "circuit/synthesis.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "base/limits.h"

namespace agon::circuit {
namespace {

using ground::AtomId;
using ground::GroundLiteral;
using ground::GroundProgram;

constexpr std::uint32_t kNoMove = Facts::kNoMove;

// The body of one rule: conditions that are gates, and at most one move of a selector. A second move is a condition like any other.
struct Body {
  std::vector<Lit> lits;
  std::uint32_t move = kNoMove;
};

class Synthesis {
 public:
  Synthesis(std::shared_ptr<const GroundProgram> program, const RuleOrder& order, const Facts& facts, const Passes& passes,
            const std::function<void(std::size_t)>& check)
      : p_(*program), order_(order), facts_(facts), passes_(passes), check_(check) {
    circuit_.program = std::move(program);
  }

  Circuit run() {
    lits_.assign(p_.atom_count, kFalse);
    add_fluents();
    // 1. Atoms that depend on the state alone.
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (!order_.needs_move(order_.component(i).front())) synthesise(order_.component(i));
    }
    // 2. How moves are chosen, which needs their legality.
    find_outputs();
    add_selectors();
    // 3. Atoms that depend on the joint move.
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (order_.needs_move(order_.component(i).front())) synthesise(order_.component(i));
    }
    for (std::size_t f = 0; f < p_.fluents.size(); ++f) circuit_.next.push_back(answer(p_.next[f]));
    circuit_.sees.resize(p_.sees.size());
    for (std::size_t r = 0; r < p_.sees.size(); ++r) {
      for (const ground::PerceptOutput& percept : p_.sees[r]) circuit_.sees[r].push_back(answer(percept.atom));
    }
    compact();
    return std::move(circuit_);
  }

 private:
  Network& net() { return circuit_.network; }

  // ---- inputs ----

  void add_fluents() {
    for (std::uint32_t f = 0; f < p_.fluents.size(); ++f) {
      circuit_.fluents.push_back(net().add_input(NodeKind::Fluent, f));
      lits_[f] = Lit::of(circuit_.fluents[f]);
    }
    circuit_.groups = facts_.groups;
    group_of_.assign(p_.fluents.size(), nullptr);
    for (std::uint32_t g = 0; g < facts_.groups.size(); ++g) {
      const Group& group = facts_.groups[g];
      for (const std::uint32_t f : group.fluents) {
        net().set_group(circuit_.fluents[f], g);
        group_of_[f] = &group;
      }
      // Exactly one of two: one input suffices.
      if (group.exactly_one && group.fluents.size() == 2) lits_[group.fluents[1]] = !lits_[group.fluents[0]];
    }
  }

  // ---- answers ----

  Lit answer(AtomId a) const {
    if (a == ground::kAlways) return kTrue;
    return a == ground::kNever ? kFalse : lits_[a];
  }

  void find_outputs() {
    const auto state_only = [&](AtomId a) {
      if (a < p_.atom_count && order_.needs_move(a))
        throw LimitReached("circuit-moves", "legality, the end or a goal depends on the moves being made",
                           "'agon check' shows where");
      return answer(a);
    };
    for (const AtomId a : p_.legal) circuit_.legal.push_back(state_only(a));
    circuit_.terminal = state_only(p_.terminal);
    circuit_.goals.resize(p_.goals.size());
    for (std::size_t r = 0; r < p_.goals.size(); ++r) {
      for (const ground::GoalOutput& goal : p_.goals[r]) circuit_.goals[r].push_back({goal.value, state_only(goal.atom)});
    }
  }

  // ---- moves ----

  const Facts::Default* default_of(RoleId role) const {
    if (facts_.defaults.empty() || facts_.defaults[role.index()].move == kNoMove) return nullptr;
    return &facts_.defaults[role.index()];
  }
  Lit choice_guard(RoleId role) const {
    const Facts::Default* fact = default_of(role);
    if (fact == nullptr) return kTrue;
    return fact->exclusive ? !circuit_.legal[fact->move] : lits_[fact->fluent] ^ fact->inverted;
  }

  void add_selectors() {
    circuit_.moves.resize(p_.moves.size());
    std::vector<bool> placed(p_.info.role_count(), false);
    for (const Facts::Turns& turns : facts_.turn_taking) {
      for (const RoleId role : turns.roles) placed[role.index()] = true;
      add_selector(turns.roles, turns.always);
      circuit_.selectors.back().everywhere = turns.everywhere;
    }
    for (std::uint32_t r = 0; r < p_.info.role_count(); ++r) {
      if (!placed[r]) add_selector({RoleId{r}}, choice_guard(RoleId{r}) == kTrue);
    }
  }

  // Moves that are spelled alike in different roles share a leaf: their legality often differs only in whose turn it is.
  void add_selector(const std::vector<RoleId>& roles, bool always) {
    const auto s = static_cast<std::uint32_t>(circuit_.selectors.size());
    Selector& selector = circuit_.selectors.emplace_back();
    selector.roles = roles;
    selector.always = always;
    std::vector<std::vector<std::uint32_t>> users;  // moves of a leaf
    absl::flat_hash_map<TermId, std::uint32_t> by_term;
    std::vector<std::uint32_t> unmatched;
    for (const RoleId role : roles) {
      std::vector<std::uint32_t> rest;
      absl::flat_hash_set<std::uint32_t> used;
      for (std::uint32_t m = p_.role_begin[role.index()]; m < p_.role_begin[role.index() + 1]; ++m) {
        circuit_.moves[m] = {s, MoveInput::kForced, choice_guard(role), false};
        if (const Facts::Default* fact = default_of(role); fact != nullptr && fact->move == m) {
          if (fact->exclusive) continue;
          circuit_.moves[m].idle = true;
        }
        const auto same = by_term.find(p_.moves[m].term);
        if (same != by_term.end() && used.insert(same->second).second) {
          circuit_.moves[m].leaf = same->second;
          users[same->second].push_back(m);
        } else {
          rest.push_back(m);
        }
      }
      std::uint32_t leaf = 0;
      for (const std::uint32_t m : rest) {
        while (leaf < users.size() && used.contains(leaf)) ++leaf;
        if (leaf == users.size()) users.emplace_back();
        used.insert(leaf);
        by_term.emplace(p_.moves[m].term, leaf);
        circuit_.moves[m].leaf = leaf;
        users[leaf].push_back(m);
      }
    }
    for (std::uint32_t leaf = 0; leaf < users.size(); ++leaf) {
      selector.leaves.push_back(net().add_input(NodeKind::Move, static_cast<std::uint32_t>(leaf_count_++)));
      std::vector<Lit> legal;
      for (const std::uint32_t m : users[leaf])
        legal.push_back(circuit_.moves[m].idle ? net().make_and(circuit_.legal[m], circuit_.moves[m].guard) : circuit_.legal[m]);
      selector.leaf_legal.push_back(net().make_or(std::move(legal)));
    }
    conjuncts_.resize(p_.moves.size());
  }

  Lit made(std::uint32_t move) {
    const MoveInput& input = circuit_.moves[move];
    if (input.leaf == MoveInput::kForced) return circuit_.legal[move];
    const Lit leaf = Lit::of(circuit_.selectors[input.selector].leaves[input.leaf]);
    if (input.idle) return net().make_or(leaf, !input.guard);
    return circuit_.selectors[input.selector].roles.size() > 1 ? net().make_and(leaf, input.guard) : leaf;
  }

  // One of the moves is made. `moves` are not forced and belong to one selector.
  Lit any_plain(std::uint32_t s, const std::vector<std::uint32_t>& moves) {
    const Selector& selector = circuit_.selectors[s];
    std::vector<Lit> parts;
    for (const RoleId role : selector.roles) {
      std::vector<Lit> leaves;
      for (const std::uint32_t m : moves) {
        if (p_.moves[m].role == role) leaves.push_back(Lit::of(selector.leaves[circuit_.moves[m].leaf]));
      }
      if (leaves.empty()) continue;
      const Lit any = net().make_or(std::move(leaves));
      parts.push_back(selector.roles.size() > 1 ? net().make_and(any, choice_guard(role)) : any);
    }
    return net().make_or(std::move(parts));
  }

  Lit any_made(std::vector<std::uint32_t> moves) {
    std::ranges::sort(moves);
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    std::vector<Lit> parts;
    for (std::uint32_t s = 0; s < circuit_.selectors.size(); ++s) {
      const Selector& selector = circuit_.selectors[s];
      std::vector<std::uint32_t> mine;
      std::ranges::copy_if(moves, std::back_inserter(mine), [&](std::uint32_t m) { return circuit_.moves[m].selector == s; });
      if (mine.empty()) continue;
      std::vector<std::uint32_t> others;
      std::size_t all = 0;
      for (const RoleId role : selector.roles) all += p_.role_begin[role.index() + 1] - p_.role_begin[role.index()];
      if (passes_.one_move && mine.size() * 2 > all) {
        for (const RoleId role : selector.roles) {
          for (std::uint32_t m = p_.role_begin[role.index()]; m < p_.role_begin[role.index() + 1]; ++m) {
            if (circuit_.moves[m].leaf != MoveInput::kForced && !std::binary_search(mine.begin(), mine.end(), m))
              others.push_back(m);
          }
        }
        std::vector<Lit> chooses;  // some role does
        for (const RoleId role : selector.roles) chooses.push_back(selector.always ? kTrue : choice_guard(role));
        parts.push_back(net().make_and(net().make_or(std::move(chooses)), !any_plain(s, others)));
      } else {
        parts.push_back(any_plain(s, mine));
      }
    }
    return net().make_or(std::move(parts));
  }

  // What the legality of a move implies: its conjuncts.
  const absl::flat_hash_set<std::uint32_t>& implied_by(std::uint32_t move) {
    auto& known = conjuncts_[move];
    if (known.empty()) {
      std::vector<Lit> open{circuit_.legal[move]};
      while (!open.empty() && known.size() < kMaxConjuncts) {
        const Lit lit = open.back();
        open.pop_back();
        if (!known.insert(lit.code).second) continue;
        const Node& node = net().node(lit.node());
        if (node.kind != NodeKind::And || lit.inverted()) continue;
        open.push_back(node.a);
        open.push_back(node.b);
      }
    }
    return known;
  }
  static constexpr std::size_t kMaxConjuncts = 64;

  // ---- one atom ----

  // Unstratified negation has no unique model, and the iteration of such a loop need not converge.
  void check_stratified(std::span<const AtomId> component) const {
    const absl::flat_hash_set<AtomId> members(component.begin(), component.end());
    for (const AtomId atom : component) {
      const RuleOrder::Rules rules = order_.rules_of(atom);
      for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
        for (const GroundLiteral literal : p_.body(r)) {
          if (literal.negated() && members.contains(literal.atom()))
            throw LimitReached("not-stratified", "a circuit cannot be made: some facts deny each other in a circle",
                               "the rules have no unique meaning here; 'agon check' shows the cycle");
        }
      }
    }
  }

  void synthesise(std::span<const AtomId> component) {
    check_(net().bytes());
    if (component.size() == 1 && !order_.cyclic(component[0])) {
      lits_[component[0]] = derive(component[0]);
      return;
    }
    check_stratified(component);
    Loop loop;
    for (const AtomId a : component) {
      loop.variables.push_back(net().add_input(NodeKind::LoopVariable, static_cast<std::uint32_t>(net().loops.size())));
      lits_[a] = Lit::of(loop.variables.back());
    }
    for (const AtomId a : component) loop.values.push_back(derive(a));
    for (const AtomId a : component) {
      loop.results.push_back(net().add_input(NodeKind::LoopResult, static_cast<std::uint32_t>(net().loops.size())));
      lits_[a] = Lit::of(loop.results.back());
    }
    net().loops.push_back(std::move(loop));
  }

  Lit derive(AtomId atom) {
    std::vector<Body> bodies;
    std::vector<Lit> singles;
    std::vector<std::uint32_t> moves;
    const RuleOrder::Rules rules = order_.rules_of(atom);
    for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
      const std::span<const GroundLiteral> literals = p_.body(r);
      if (literals.size() == 1 && !is_move(literals[0].atom())) {  // most rules of a large game
        const Lit lit = lits_[literals[0].atom()] ^ literals[0].negated();
        if (lit == kTrue) return kTrue;
        if (lit != kFalse) singles.push_back(lit);
        continue;
      }
      Body body = body_of(literals);
      if (dead_) continue;
      if (body.move == kNoMove && body.lits.empty()) return kTrue;
      if (body.move == kNoMove && body.lits.size() == 1) {
        singles.push_back(body.lits[0]);
      } else if (body.move != kNoMove && body.lits.empty()) {
        moves.push_back(body.move);
      } else {
        bodies.push_back(std::move(body));
      }
    }
    return disjunction(std::move(bodies), std::move(singles), std::move(moves), 0);
  }

  bool is_move(AtomId a) const { return a >= p_.fluents.size() && a < p_.base_count(); }

  // Sets dead_ if the body can never hold.
  Body body_of(std::span<const GroundLiteral> literals) {
    Body body;
    dead_ = false;
    for (const GroundLiteral literal : literals) {
      const AtomId a = literal.atom();
      if (is_move(a)) {
        const auto move = static_cast<std::uint32_t>(a - p_.fluents.size());
        if (!literal.negated() && !circuit_.moves[move].by_default() && body.move == kNoMove) {
          body.move = move;
        } else {
          body.lits.push_back(made(move) ^ literal.negated());
        }
      } else {
        body.lits.push_back(lits_[a] ^ literal.negated());
      }
    }
    if (body.move != kNoMove && passes_.legality) {
      const auto& implied = implied_by(body.move);
      std::erase_if(body.lits, [&](Lit lit) {
        dead_ |= implied.contains((!lit).code);
        return implied.contains(lit.code);
      });
    }
    std::ranges::sort(body.lits);
    body.lits.erase(std::unique(body.lits.begin(), body.lits.end()), body.lits.end());
    std::erase(body.lits, kTrue);
    for (std::size_t i = 0; i < body.lits.size(); ++i)
      dead_ |= body.lits[i] == kFalse || (i > 0 && body.lits[i] == !body.lits[i - 1]);
    return body;
  }

  // OR of bodies, of single conditions and of single moves.
  Lit disjunction(std::vector<Body> bodies, std::vector<Lit> singles, std::vector<std::uint32_t> moves, int depth) {
    if (passes_.factor && depth < kMaxFactors) {
      for (;;) {
        const Common common = most_common(bodies);
        if (common.lit == kFalse) break;
        std::vector<Body> rest;
        std::vector<Body> inner;
        std::vector<Lit> inner_singles;
        std::vector<std::uint32_t> inner_moves;
        bool whole = false;
        for (Body& body : bodies) {
          if (!take_out(common, body)) {
            rest.push_back(std::move(body));
            continue;
          }
          if (body.lits.empty() && body.move == kNoMove) {
            whole = true;
          } else if (body.lits.empty()) {
            inner_moves.push_back(body.move);
          } else if (body.lits.size() == 1 && body.move == kNoMove) {
            inner_singles.push_back(body.lits[0]);
          } else {
            inner.push_back(std::move(body));
          }
        }
        bodies = std::move(rest);
        singles.push_back(whole ? common.lit
                                : net().make_and(common.lit, disjunction(std::move(inner), std::move(inner_singles),
                                                                         std::move(inner_moves), depth + 1)));
      }
    }
    for (Body& body : bodies) {
      if (body.move != kNoMove) body.lits.push_back(made(body.move));
      singles.push_back(net().make_and(std::move(body.lits)));
    }
    if (!moves.empty()) singles.push_back(any_made(std::move(moves)));
    return or_of(std::move(singles));
  }
  static constexpr int kMaxFactors = 200;

  // What is factored out: a condition, or the move of the bodies.
  struct Common {
    Lit lit = kFalse;
    std::uint32_t move = kNoMove;
  };

  // The condition that most bodies share; where no two share one, the move that most of them share; kFalse if all differ. Moves
  // come last, since moves with the same other conditions make one OR. Of "white bids X, black bids Y, the smaller is M" the pairs
  // with Y = M share a condition, and those with X = M a move.
  Common most_common(const std::vector<Body>& bodies) {
    if (bodies.size() < 2) return {};
    counts_.clear();
    Common best;
    std::uint32_t most = 1;
    for (const Body& body : bodies) {
      for (const Lit lit : body.lits) ++counts_[lit.code];
    }
    for (const auto& [code, n] : counts_) {
      if (n > most || (n == most && n > 1 && code < best.lit.code)) {
        most = n;
        best.lit = Lit{code};
      }
    }
    if (best.lit != kFalse) return best;
    move_counts_.clear();
    for (const Body& body : bodies) {
      if (body.move != kNoMove) ++move_counts_[body.move];
    }
    for (const auto& [move, n] : move_counts_) {
      if (n > most || (n == most && best.move != kNoMove && move < best.move)) {
        most = n;
        best.move = move;
      }
    }
    if (best.move != kNoMove) best.lit = made(best.move);
    return best;
  }

  // Takes the common factor out of a body; false if the body does not have it.
  static bool take_out(const Common& common, Body& body) {
    if (common.move != kNoMove) {
      if (body.move != common.move) return false;
      body.move = kNoMove;
      return true;
    }
    const auto place = std::ranges::find(body.lits, common.lit);
    if (place == body.lits.end()) return false;
    body.lits.erase(place);
    return true;
  }

  // An OR over most members of an exactly-one group is the negation of the OR over the others.
  Lit or_of(std::vector<Lit> set) {
    if (set.size() >= 3 && !facts_.groups.empty()) {
      absl::flat_hash_map<const Group*, std::vector<std::uint32_t>> members;
      for (const Lit lit : set) {
        const Node& node = net().node(lit.node());
        if (!lit.inverted() && node.kind == NodeKind::Fluent && group_of_[node.index] != nullptr)
          members[group_of_[node.index]].push_back(node.index);
      }
      for (auto& entry : members) {  // a lambda below needs the name, which clang 14 does not take from a binding
        const Group* const group = entry.first;
        std::vector<std::uint32_t>& present = entry.second;
        if (!group->exactly_one || present.size() * 2 <= group->fluents.size() || group->fluents.size() == 2) continue;
        std::ranges::sort(present);
        std::vector<Lit> others;
        for (const std::uint32_t f : group->fluents) {
          if (!std::binary_search(present.begin(), present.end(), f)) others.push_back(lits_[f]);
        }
        std::erase_if(set, [&](Lit lit) {
          const Node& node = net().node(lit.node());
          return !lit.inverted() && node.kind == NodeKind::Fluent && group_of_[node.index] == group;
        });
        set.push_back(!net().make_or(std::move(others)));
      }
    }
    return net().make_or(std::move(set));
  }

  // ---- the cone of influence of the outputs ----

  void compact() {
    const Network old = std::move(circuit_.network);
    std::vector<bool> needed(old.size(), false);
    std::vector<NodeId> open;
    const auto need = [&](Lit lit) {
      if (needed[lit.node()]) return;
      needed[lit.node()] = true;
      open.push_back(lit.node());
    };
    for_each_output(need);
    absl::flat_hash_map<NodeId, std::uint32_t> loop_of;
    for (std::uint32_t l = 0; l < old.loops.size(); ++l) {
      for (const NodeId result : old.loops[l].results) loop_of.emplace(result, l);
    }
    std::vector<bool> loop_needed(old.loops.size(), false);
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      const Node& node = old.node(id);
      if (node.kind == NodeKind::And) {
        need(node.a);
        need(node.b);
      } else if (node.kind == NodeKind::LoopResult) {
        const std::uint32_t l = loop_of.at(id);
        if (loop_needed[l]) continue;
        loop_needed[l] = true;
        for (const Lit value : old.loops[l].values) need(value);
        for (const NodeId v : old.loops[l].variables) need(Lit::of(v));
        for (const NodeId v : old.loops[l].results) need(Lit::of(v));
      }
    }
    std::vector<NodeId> place(old.size(), 0);
    Network fresh;
    const auto moved = [&](Lit lit) { return Lit::of(place[lit.node()], lit.inverted()); };
    for (std::uint32_t l = 0; l < old.loops.size(); ++l) {
      if (loop_needed[l]) fresh.loops.emplace_back();
    }
    std::vector<std::uint32_t> loop_number(old.loops.size(), 0);  // from 1
    for (std::uint32_t l = 0, number = 0; l < old.loops.size(); ++l) loop_number[l] = loop_needed[l] ? ++number : 0;
    for (NodeId id = 1; id < old.size(); ++id) {
      if (!needed[id]) continue;
      const Node& node = old.node(id);
      if (node.kind == NodeKind::And) {
        place[id] = fresh.copy_gate(moved(node.a), moved(node.b));
      } else if (node.kind == NodeKind::LoopVariable || node.kind == NodeKind::LoopResult) {
        place[id] = fresh.add_input(node.kind, loop_number[node.index] - 1);
      } else {
        place[id] = fresh.add_input(node.kind, node.index);
      }
    }
    for (std::uint32_t l = 0; l < old.loops.size(); ++l) {
      if (!loop_needed[l]) continue;
      Loop& loop = fresh.loops[loop_number[l] - 1];
      for (const NodeId v : old.loops[l].variables) loop.variables.push_back(place[v]);
      for (const Lit value : old.loops[l].values) loop.values.push_back(moved(value));
      for (const NodeId v : old.loops[l].results) loop.results.push_back(place[v]);
    }
    for_each_output([&](Lit& lit) { lit = moved(lit); });
    for (NodeId& id : circuit_.fluents) id = place[id];
    for (Selector& selector : circuit_.selectors) {
      for (NodeId& id : selector.leaves) id = place[id];
    }
    circuit_.network = std::move(fresh);
  }

  template <class Visit>
  void for_each_output(Visit&& visit) {
    for (Lit& lit : circuit_.next) visit(lit);
    for (Lit& lit : circuit_.legal) visit(lit);
    visit(circuit_.terminal);
    for (auto& goals : circuit_.goals) {
      for (GoalLit& goal : goals) visit(goal.lit);
    }
    for (auto& sees : circuit_.sees) {
      for (Lit& lit : sees) visit(lit);
    }
    for (Selector& selector : circuit_.selectors) {
      for (Lit& lit : selector.leaf_legal) visit(lit);
    }
    for (MoveInput& move : circuit_.moves) visit(move.guard);
  }

  const GroundProgram& p_;
  const RuleOrder& order_;
  const Facts& facts_;
  const Passes& passes_;
  const std::function<void(std::size_t)>& check_;
  Circuit circuit_;
  std::vector<Lit> lits_;  // per atom
  std::vector<const Group*> group_of_;
  std::size_t leaf_count_ = 0;
  std::vector<absl::flat_hash_set<std::uint32_t>> conjuncts_;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> counts_, move_counts_;  // for factoring: bodies by condition, by move
  bool dead_ = false;
};

}  // namespace

Circuit synthesise(std::shared_ptr<const GroundProgram> program, const RuleOrder& order, const Facts& facts, const Passes& passes,
                   const std::function<void(std::size_t)>& check) {
  return Synthesis(std::move(program), order, facts, passes, check).run();
}

std::size_t Circuit::gate_count() const {
  return static_cast<std::size_t>(std::ranges::count_if(network.nodes(), [](const Node& n) { return n.kind == NodeKind::And; }));
}

}  // namespace agon::circuit
