#include "knowledge/evaluation/unroll.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "base/hash.h"
#include "base/limits.h"
#include "knowledge/evaluation/order_values.h"
#include "knowledge/evaluation/possible.h"

namespace agon::knowledge::evaluation {
namespace {

using FormulaKind = gdl::Formula::Kind;
using Conditions = std::vector<const Condition*>;

constexpr std::string_view kTerminalRule = "a rule of terminal";
constexpr Edge kNever = Edge::to(Network::kFalse), kAlways = Edge::to(Network::kTrueNode);

class Unroller {
 public:
  Unroller(const gdl::Rules& rules, const ground::GroundProgram& program, const UnrollOptions& options)
      : options_(options),
        program_(program),
        base_(rules, program.terms),
        possible_(base_, program, options.most_steps),
        steps_left_(options.most_steps * kWholeBudget) {
    // The two constants: 0 and 1.
    for (const bool truth : {false, true}) {
      Node node;
      node.graded = true;
      node.constant = Degree::of(truth ? 1 : 0, truth);
      network_.nodes.push_back(std::move(node));
    }
    fluent_nodes_.assign(program.fluents.size(), 0);
  }

  Network run() {
    find_lone_atoms();
    network_.terminal = terminal();
    goals();
    return std::move(network_);
  }

 private:
  // ---- budgets ----

  // What was made since a mark can be taken back.
  struct Mark {
    std::size_t nodes, atoms, shared;
  };
  struct AtomKey {
    RelationId relation = 0;
    Row args;
    bool graded = false;
    friend bool operator==(const AtomKey&, const AtomKey&) = default;
    template <class H>
    friend H AbslHashValue(H h, const AtomKey& key) {
      return H::combine(std::move(h), key.relation, key.graded, key.args);
    }
  };

  template <class Make>
  std::optional<Edge> attempt(Make&& make) {
    const Mark mark{network_.nodes.size(), atom_journal_.size(), shared_journal_.size()};
    const std::size_t outer = node_limit_, depth = depth_;
    node_limit_ = std::min(network_.nodes.size() + options_.most_nodes, std::size_t{options_.most_nodes} * kWholeBudget);
    const std::uint64_t allowed = std::min(options_.most_steps, steps_left_);
    possible_.allow(allowed);
    try {
      const Edge edge = make();
      node_limit_ = outer;
      steps_left_ -= std::min(steps_left_, allowed - std::min(allowed, possible_.steps_left()));
      return edge;
    } catch (const LimitReached&) {
      node_limit_ = outer;
      steps_left_ -= std::min(steps_left_, allowed - std::min(allowed, possible_.steps_left()));
      depth_ = depth;
      possible_.recover();
      take_back(mark);
      return std::nullopt;
    }
  }
  void take_back(const Mark& mark) {
    for (std::size_t i = mark.atoms; i < atom_journal_.size(); ++i) atoms_.erase(atom_journal_[i]);
    atom_journal_.resize(mark.atoms);
    for (std::size_t i = mark.shared; i < shared_journal_.size(); ++i) shared_.erase(shared_journal_[i]);
    shared_journal_.resize(mark.shared);
    network_.nodes.resize(mark.nodes);
    for (NodeIndex& node : fluent_nodes_) {
      if (node >= mark.nodes) node = 0;
    }
  }
  NodeIndex add(Node node) {
    if (network_.nodes.size() >= node_limit_)
      throw LimitReached("evaluation-nodes", "the goal rules have too many instances", "they count as one atom");
    network_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(network_.nodes.size() - 1);
  }

  // ---- the formulas that are asked for ----

  // Atoms that end the match by themselves are false wherever a state is evaluated.
  void find_lone_atoms() {
    for (const BodyRule& rule : base_.relations[base_.terminal].rules) {
      if (rule.body.size() == 1 && rule.body[0].kind == FormulaKind::Atom && rule.body[0].variables.empty())
        lone_.insert({rule.body[0].relation, arguments(rule.body[0], {})});
    }
  }

  Edge terminal() {
    std::vector<Edge> ways;
    for (const BodyRule& rule : base_.relations[base_.terminal].rules) {
      const auto way = attempt([&] { return body_of(rule, Row(rule.variables, kFree), true); });
      if (!way) note_failing(kTerminalRule);
      ways.push_back(way ? *way : failing_atom(kTerminalRule));
    }
    return any(std::move(ways), true);
  }

  void goals() {
    std::set<int> values;
    network_.goals.resize(program_.info.role_count());
    for (std::uint32_t r = 0; r < program_.info.role_count(); ++r) {
      const TermId role = program_.info.role_terms[r];
      std::map<int, TermId> found;
      const auto listed = attempt([&] {
        for (const Row& row : possible_.rows(base_.goal, {role, kFree})) {
          if (const int value = program_.terms->integer(row[1]); value >= 0 && value <= 100) found.emplace(value, row[1]);
        }
        return kAlways;
      });
      if (!listed) {  // the grounder knows them
        found.clear();
        for (const ground::GoalOutput& goal : program_.goals[r]) found.emplace(goal.value, kFree);
      }
      for (const auto& [value, term] : found) {
        values.insert(value);
        const Row args{role, term};
        const auto formula = term == kFree ? std::nullopt : attempt([&] { return atom(base_.goal, args, true); });
        network_.goals[r].push_back({value, formula ? *formula : asked_goal(RoleId{r}, value)});
        if (!formula)
          network_.notes.push_back(
              fmt::format("goal {} of {} is too large to look into: it counts as one atom", value, program_.info.roles[r]));
      }
    }
    network_.values.assign(values.begin(), values.end());
  }

  Edge asked_goal(RoleId role, int value) {
    Node node;
    node.kind = Node::Kind::Goal;
    node.graded = true;
    node.role = role;
    node.value = value;
    node.name = fmt::format("(goal {} {})", program_.info.roles[role.index()], value);
    network_.nodes.push_back(std::move(node));
    return Edge::to(static_cast<NodeIndex>(network_.nodes.size() - 1));
  }
  void note_failing(std::string_view what) {
    network_.notes.push_back(fmt::format("{} is too large to look into: it counts as an atom that fails", what));
  }
  Edge failing_atom(std::string_view name) {
    Node node;
    node.graded = true;
    node.constant = kAtomFails;
    node.name = fmt::format("{}", name);
    network_.nodes.push_back(std::move(node));
    return Edge::to(static_cast<NodeIndex>(network_.nodes.size() - 1));
  }

  // ---- atoms ----

  Edge atom(RelationId relation, const Row& args, bool graded) {
    if (relation == base_.true_relation) return fluent(args[0]);
    const RelationRules& rules = base_.relations[relation];
    if (graded && rules.recursive) return query(atom(relation, args, false), base_.text(relation, args));
    const AtomKey key{relation, args, graded};
    if (const auto known = atoms_.find(key); known != atoms_.end()) {
      if (known->second.open) known->second.met = true;
      return known->second.edge;
    }
    if (graded && lone_.contains({relation, args})) {
      const auto made = attempt([&] { return define(key); });
      if (made) return *made;
      note_failing(base_.text(relation, args));
      return remember(key, failing_atom(base_.text(relation, args)));
    }
    return define(key);
  }

  // The node exists before its children do, because ungraded ones may lie on cycles.
  Edge define(const AtomKey& key) {
    if (depth_ >= kDeepest)
      throw LimitReached("evaluation-depth", "the goal rules are nested too deeply", "they count as one atom");
    ++depth_;
    const Edge made = define_within(key);
    --depth_;
    return made;
  }
  Edge define_within(const AtomKey& key) {
    const RelationRules& rules = base_.relations[key.relation];
    NodeIndex own = 0;
    if (!key.graded && rules.recursive) {
      Node node;
      node.kind = Node::Kind::Any;
      own = add(std::move(node));
    }
    atoms_.emplace(key, Entry{Edge::to(own), own != 0, false});
    atom_journal_.push_back(key);
    std::vector<Edge> ways;
    for (const BodyRule& rule : rules.rules) {
      Row binding(rule.variables, kFree);
      bool fits = true;
      for (std::size_t a = 0; fits && a < key.args.size(); ++a) fits = unify(*base_.terms, rule.head[a], key.args[a], binding);
      if (fits) ways.push_back(body_of(rule, std::move(binding), key.graded));
    }
    Entry& entry = atoms_.at(key);
    if (entry.met) {
      network_.nodes[own].children = folded(std::move(ways), Node::Kind::Any, false);
      network_.nodes[own].name = base_.text(key.relation, key.args);
      entry.open = false;
      return entry.edge;
    }
    entry.edge = any(std::move(ways), key.graded);
    entry.open = false;
    name(entry.edge, base_.text(key.relation, key.args));
    return entry.edge;
  }
  Edge remember(const AtomKey& key, Edge edge) {
    atoms_.insert_or_assign(key, Entry{edge, false, false});
    atom_journal_.push_back(key);
    return edge;
  }

  Edge fluent(TermId term) {
    const std::uint32_t f = possible_.fluent(term);
    if (f == Possible::kNoFluent) return kNever;
    if (fluent_nodes_[f] == 0) {
      Node node;
      node.kind = Node::Kind::Fluent;
      node.graded = true;
      node.fluent = f;
      node.name = base_.terms->text(term);
      fluent_nodes_[f] = add(std::move(node));
    }
    return Edge::to(fluent_nodes_[f]);
  }

  // ---- bodies ----

  Edge body_of(const BodyRule& rule, Row binding, bool graded) {
    Conditions all;
    for (const Condition& part : rule.body) all.push_back(&part);
    return conjunction(all, binding, graded);
  }

  // Conditions without free variables one by one; those that share one together, in the place of the first of them.
  Edge conjunction(const Conditions& conditions, const Row& binding, bool graded) {
    const std::vector<std::size_t> group = groups(conditions, binding);
    std::vector<Edge> parts;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (group[i] == kNoGroup) {
        parts.push_back(condition(*conditions[i], binding, graded));
      } else if (group[i] == i) {
        Conditions together;
        for (std::size_t k = i; k < conditions.size(); ++k) {
          if (group[k] == i) together.push_back(conditions[k]);
        }
        parts.push_back(exists(together, binding, graded));
      }
      if (parts.back() == kNever) return kNever;
    }
    return all(std::move(parts), graded);
  }

  static constexpr std::size_t kNoGroup = ~std::size_t{0};
  static std::vector<std::size_t> groups(const Conditions& conditions, const Row& binding) {
    std::vector<std::size_t> group(conditions.size(), kNoGroup);
    const auto root = [&](std::size_t i) {
      while (group[i] != i) i = group[i];
      return i;
    };
    std::map<ground::VariableId, std::size_t> first;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      for (const ground::VariableId v : conditions[i]->variables) {
        if (binding[v] != kFree) continue;
        if (group[i] == kNoGroup) group[i] = i;
        const auto [place, fresh] = first.emplace(v, i);
        if (fresh) continue;
        const std::size_t a = root(place->second), b = root(i);
        group[std::max(a, b)] = std::min(a, b);
      }
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (group[i] != kNoGroup) group[i] = root(i);
    }
    return group;
  }

  // A condition whose variables are bound.
  Edge condition(const Condition& one, const Row& binding, bool graded) {
    switch (one.kind) {
      case FormulaKind::Atom: {
        const Row args = arguments(one, binding);
        if (!one.dynamic) {
          if (graded && options_.orders) {
            if (const TermOrder* const order = order_of(one.relation))
              return constant(order->degree(args[0], args[1]), order->holds(args[0], args[1]), base_.text(one.relation, args));
          }
          return possible_.solvable(one, binding) ? kAlways : kNever;
        }
        return atom(one.relation, args, graded);
      }
      case FormulaKind::Distinct: {
        const Row args = arguments(one, binding);
        return args[0] != args[1] ? kAlways : kNever;
      }
      case FormulaKind::Not: return inverse(conjunction({&one.parts[0]}, binding, graded));
      case FormulaKind::And: {
        Conditions parts;
        for (const Condition& part : one.parts) parts.push_back(&part);
        return conjunction(parts, binding, graded);
      }
      case FormulaKind::Or: {
        std::vector<Edge> ways;
        for (const Condition& part : one.parts) ways.push_back(conjunction({&part}, binding, graded));
        return any(std::move(ways), graded);
      }
    }
    return kNever;
  }

  Row arguments(const Condition& one, const Row& binding) {
    Row args;
    for (const Pattern& arg : one.args) args.push_back(instance(*base_.terms, arg, binding));
    return args;
  }

  // ---- existential queries ----

  Edge exists(const Conditions& conditions, const Row& binding, bool graded) {
    if (std::ranges::all_of(conditions, [&](const Condition* c) { return !c->dynamic; })) {
      bool found = false;
      possible_.solve(conditions, binding, [&](const Row&) { found = true; });
      return found ? kAlways : kNever;
    }
    if (graded && options_.orders) {
      if (const auto choice = choose(conditions, binding)) return *choice;
    }
    if (graded && !options_.grounded) return query(instances(solutions(conditions, binding), conditions, false), text(conditions));
    const std::vector<Row> found = solutions(conditions, binding);
    if (graded && found.size() > options_.most_instances) return query(instances(found, conditions, false), text(conditions));
    return instances(found, conditions, graded);
  }

  std::vector<Row> solutions(const Conditions& conditions, const Row& binding) {
    std::vector<Row> found;
    absl::flat_hash_set<Row> known;
    std::vector<ground::VariableId> used;
    for (const Condition* const one : conditions) used.insert(used.end(), one->variables.begin(), one->variables.end());
    possible_.solve(conditions, binding, [&](const Row& row) {
      Row own(row.size(), kFree);
      for (const ground::VariableId v : used) own[v] = row[v];
      if (known.insert(own).second) found.push_back(row);
    });
    return found;
  }

  Edge instances(const std::vector<Row>& bindings, const Conditions& conditions, bool graded) {
    std::vector<Edge> ways;
    std::set<Edge> known;
    for (const Row& binding : bindings) {
      std::vector<Edge> parts;
      for (const Condition* const one : conditions) {
        // Variables that only a negated condition mentions are free still.
        parts.push_back(bound(*one, binding) ? condition(*one, binding, graded) : conjunction_free(*one, binding, graded));
        if (parts.back() == kNever) break;
      }
      const Edge way = all(std::move(parts), graded);
      if (way != kNever && known.insert(way).second) ways.push_back(way);
    }
    return any(std::move(ways), graded);
  }
  static bool bound(const Condition& one, const Row& binding) {
    return std::ranges::all_of(one.variables, [&](ground::VariableId v) { return binding[v] != kFree; });
  }
  Edge conjunction_free(const Condition& one, const Row& binding, bool graded) {
    switch (one.kind) {
      case FormulaKind::Not: return inverse(exists_all(one.parts[0], binding, graded));
      case FormulaKind::Distinct: return kAlways;
      default: return exists_all(one, binding, graded);
    }
  }
  Edge exists_all(const Condition& one, const Row& binding, bool graded) {
    if (one.kind == FormulaKind::Or) {
      std::vector<Edge> ways;
      for (const Condition& part : one.parts) ways.push_back(conjunction({&part}, binding, graded));
      return any(std::move(ways), graded);
    }
    if (one.kind == FormulaKind::And) {
      Conditions parts;
      for (const Condition& part : one.parts) parts.push_back(&part);
      return conjunction(parts, binding, graded);
    }
    return one.kind == FormulaKind::Not || one.kind == FormulaKind::Distinct
               ? kNever
               : instances(solutions({&one}, binding), {&one}, graded);
  }

  // ---- order atoms ----

  const TermOrder* order_of(RelationId relation) {
    if (base_.relations[relation].arity != 2 || base_.relations[relation].dynamic) return nullptr;
    const auto [place, fresh] = orders_.try_emplace(relation);
    if (fresh) place->second = TermOrder::find(possible_.rows(relation, {kFree, kFree}), {});
    return place->second ? &*place->second : nullptr;
  }

  // Order atoms whose variables the other conditions bind: solve these, and each solution counts with the degree of its order
  // atoms, where it holds.
  std::optional<Edge> choose(const Conditions& conditions, const Row& binding) {
    Conditions orders, rest;
    std::vector<bool> given(binding.size(), false);
    for (std::size_t v = 0; v < binding.size(); ++v) given[v] = binding[v] != kFree;
    for (const Condition* const one : conditions) {
      const bool ordering = one->kind == FormulaKind::Atom && !one->dynamic && order_of(one->relation) != nullptr;
      (ordering ? orders : rest).push_back(one);
      if (ordering || !one->dynamic || one->kind != FormulaKind::Atom) continue;
      for (const ground::VariableId v : one->variables) given[v] = true;
    }
    if (orders.empty() || rest.empty()) return std::nullopt;
    for (const Condition* const one : orders) {
      if (!std::ranges::all_of(one->variables, [&](ground::VariableId v) { return given[v]; })) return std::nullopt;
    }
    const std::vector<Row> found = solutions(rest, binding);
    if (found.size() > options_.most_instances) return std::nullopt;
    Node node;
    node.kind = Node::Kind::Choice;
    node.graded = true;
    for (const Row& row : found) {
      Conjunction degree;
      for (const Condition* const one : orders) {
        const Row args = arguments(*one, row);
        const TermOrder& order = *order_of(one->relation);
        degree.add(Degree::of(order.degree(args[0], args[1]), order.holds(args[0], args[1])));
      }
      const Degree whole = degree.degree();
      if (whole.up == 0) continue;
      const Edge holds = instances({row}, rest, false);
      if (holds == kNever) continue;
      node.children.push_back(holds);
      node.constants.push_back(whole);
    }
    if (node.children.empty()) return kNever;
    node.name = text(conditions);
    return Edge::to(add(std::move(node)));
  }

  // ---- nodes ----

  Edge constant(double degree, bool holds, std::string name) {
    Node node;
    node.graded = true;
    node.constant = Degree::of(degree, holds);
    node.name = std::move(name);
    return Edge::to(add(std::move(node)));
  }

  Edge query(Edge child, std::string name) {
    if (child == kNever || child == kAlways) return child;
    if (!child.negated() && network_.nodes[child.node()].kind == Node::Kind::Fluent) return child;
    Node node;
    node.kind = Node::Kind::Query;
    node.graded = true;
    node.children = {child};
    node.name = std::move(name);
    return shared(std::move(node));
  }

  Edge all(std::vector<Edge> parts, bool graded) { return combine(std::move(parts), Node::Kind::All, graded); }
  Edge any(std::vector<Edge> ways, bool graded) { return combine(std::move(ways), Node::Kind::Any, graded); }

  // Constants are never negated: each has one name.
  static Edge inverse(Edge edge) {
    if (edge == kNever || edge == kAlways) return edge == kNever ? kAlways : kNever;
    return Edge::to(edge.node(), !edge.negated());
  }

  // Without constants that change nothing; {dominant} where one decides. Repetitions count in the fuzzy logic.
  static std::vector<Edge> folded(std::vector<Edge> children, Node::Kind kind, bool graded) {
    const Edge neutral = kind == Node::Kind::All ? kAlways : kNever;
    if (std::ranges::find(children, inverse(neutral)) != children.end()) return {inverse(neutral)};
    std::erase(children, neutral);
    if (!graded) {
      std::ranges::sort(children);
      children.erase(std::unique(children.begin(), children.end()), children.end());
    }
    return children;
  }
  Edge combine(std::vector<Edge> children, Node::Kind kind, bool graded) {
    children = folded(std::move(children), kind, graded);
    if (children.empty()) return kind == Node::Kind::All ? kAlways : kNever;
    if (children.size() == 1) return children[0];
    Node node;
    node.kind = kind;
    node.graded = graded;
    node.children = std::move(children);
    return shared(std::move(node));
  }

  struct NodeKey {
    Node::Kind kind;
    bool graded;
    std::vector<Edge> children;
    friend bool operator==(const NodeKey&, const NodeKey&) = default;
    template <class H>
    friend H AbslHashValue(H h, const NodeKey& key) {
      for (const Edge e : key.children) h = H::combine(std::move(h), e.code);
      return H::combine(std::move(h), key.kind, key.graded);
    }
  };
  Edge shared(Node node) {
    NodeKey key{node.kind, node.graded, node.children};
    if (const auto known = shared_.find(key); known != shared_.end()) return Edge::to(known->second);
    const NodeIndex made = add(std::move(node));
    shared_journal_.push_back(key);
    shared_.emplace(std::move(key), made);
    return Edge::to(made);
  }
  void name(Edge edge, std::string text) {
    Node& node = network_.nodes[edge.node()];
    if (!edge.negated() && node.name.empty() && edge.node() > Network::kTrueNode) node.name = std::move(text);
  }
  std::string text(const Conditions& conditions) const {
    std::vector<std::string> names;
    for (const Condition* const one : conditions) {
      if (one->kind == FormulaKind::Atom) names.push_back(base_.terms->symbols().text(base_.relations[one->relation].name));
    }
    return fmt::format("there is {}", fmt::join(names, " and "));
  }

  struct Entry {
    Edge edge;
    bool open = false;  // its children are not known yet
    bool met = false;   // while it was open
  };

  UnrollOptions options_;
  const ground::GroundProgram& program_;
  RuleBase base_;
  Possible possible_;
  Network network_;
  absl::flat_hash_map<AtomKey, Entry> atoms_;
  std::vector<AtomKey> atom_journal_;
  absl::flat_hash_map<NodeKey, NodeIndex> shared_;
  std::vector<NodeKey> shared_journal_;
  std::vector<NodeIndex> fluent_nodes_;
  std::set<std::pair<RelationId, Row>> lone_;
  std::map<RelationId, std::optional<TermOrder>> orders_;
  std::size_t node_limit_ = ~std::size_t{0};
  static constexpr std::uint32_t kWholeBudget = 5;  // times the budget of one formula, for all together
  std::uint64_t steps_left_;
  static constexpr std::size_t kDeepest = 600;  // atoms within atoms: the stack is finite
  std::size_t depth_ = 0;
};

}  // namespace

Network unroll(const gdl::Rules& rules, const ground::GroundProgram& program, const UnrollOptions& options) {
  return Unroller(rules, program, options).run();
}

}  // namespace agon::knowledge::evaluation
