#include "knowledge/symmetry/rule_graph.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <string>

#include "gdl/dependency.h"

namespace agon::knowledge::symmetry {
namespace {

using gdl::Formula;
using gdl::Keyword;
using gdl::Term;

enum RuleGraphLabel : std::uint32_t {
  kSymbolConst,
  kSymbolVar,
  kArgument,
  kRule,
  kNot,
  kAnd,
  kOr,
  kDistinct,
  kPredicate,
  kFunction,
  kVariable,
  kKeywords,                               // one for each keyword
  kFree = kKeywords + gdl::kKeywordCount,  // then roles that stay where they are, and goal values
};

class RuleGraphMaker {
 public:
  RuleGraphMaker(const gdl::Rules& rules, const RuleGraphOptions& options) : rules_(rules), options_(options), next_label_(kFree) {
    for (const int goal : options.goals) goals_.insert(rules.symbols().find(std::to_string(goal)));
    for (const gdl::Rule& rule : rules.rules()) {
      if (gdl::is(rule.head.name, Keyword::Goal) && rule.head.args.size() == 2 && rule.head.args[1].constant())
        goals_.insert(rule.head.args[1].name);
    }
  }

  RuleGraph make() {
    for (const gdl::Rule& rule : rules_.rules()) {
      // What a sheet declares with base and input says nothing about play.
      if (gdl::is(rule.head.name, Keyword::Base) || gdl::is(rule.head.name, Keyword::Input)) continue;
      if (!options_.initial_state && gdl::is(rule.head.name, Keyword::Init)) continue;
      add_rule(rule);
    }
    return std::move(result_);
  }

 private:
  void add_rule(const gdl::Rule& rule) {
    variables_.clear();  // variables of different rules are different
    const Vertex top = graph().add(kRule);
    const Vertex head = atom(rule.head);
    if (rule.fact() && gdl::is(rule.head.name, Keyword::Role) && keeps_its_place(rule.head)) graph().labels[head] = next_label_++;
    graph().connect(top, head);
    for (const Formula& condition : rule.body) {
      const Vertex part = formula(condition);
      graph().connect(top, part);
      graph().connect(head, part);  // tells the head from the body
    }
  }
  [[nodiscard]] bool keeps_its_place(const Term& role) const {
    return options_.fixed_roles || (role.args.size() == 1 && gdl::is(role.args[0].name, Keyword::Random));
  }

  Vertex formula(const Formula& what) {
    if (what.kind == Formula::Kind::Atom) return atom(what.atom);
    const Vertex v = graph().add(what.kind == Formula::Kind::Not   ? kNot
                                 : what.kind == Formula::Kind::And ? kAnd
                                 : what.kind == Formula::Kind::Or  ? kOr
                                                                   : kDistinct);
    for (const Term& arg : what.atom.args) graph().connect(v, term(arg, kFunction));  // of distinct, in either order
    for (const Formula& part : what.parts) graph().connect(v, formula(part));
    return v;
  }

  Vertex atom(const Term& what) {
    if (what.name.value >= gdl::kKeywordCount) return term(what, kPredicate);
    const Vertex v = graph().add(kKeywords + what.name.value);
    Vertex before = v;
    for (const Term& arg : what.args) {
      const Vertex child = term(arg, kFunction);
      graph().connect(v, child);
      if (before != v) graph().connect(before, child);  // the order of the arguments
      before = child;
    }
    return v;
  }

  Vertex term(const Term& what, std::uint32_t label) {
    if (what.variable) {
      const auto inserted = variables_.try_emplace(what.name, 0);
      if (inserted.second) inserted.first->second = graph().add(kSymbolVar);
      const Vertex v = graph().add(kVariable);
      graph().connect(inserted.first->second, v);
      return v;
    }
    const Vertex v = graph().add(label);
    const Vertex name = symbol(gdl::relation_of(what));
    graph().connect(name, v);
    for (std::uint32_t i = 0; i < what.args.size(); ++i) {
      const Vertex child = term(what.args[i], kFunction);
      graph().connect(v, child);
      graph().connect(name + 1 + i, child);
    }
    return v;
  }

  Vertex symbol(gdl::Relation what) {
    const auto inserted = symbols_.try_emplace(what, 0);
    if (!inserted.second) return inserted.first->second;
    if (what.arity == 0 && goals_.contains(what.name)) return inserted.first->second = graph().add(next_label_++);
    const Vertex v = graph().add(kSymbolConst);
    inserted.first->second = v;
    for (std::uint32_t i = 0; i < what.arity; ++i) graph().connect(v, graph().add(kArgument));
    result_.symbols.push_back({what.name, what.arity, v});
    return v;
  }

  LabelledGraph& graph() { return result_.graph; }

  const gdl::Rules& rules_;
  const RuleGraphOptions& options_;
  std::uint32_t next_label_;
  absl::flat_hash_set<SymbolId> goals_;
  absl::flat_hash_map<gdl::Relation, Vertex> symbols_;
  absl::flat_hash_map<SymbolId, Vertex> variables_;  // of the rule at hand
  RuleGraph result_;
};

}  // namespace

RuleGraph make_rule_graph(const gdl::Rules& rules, const RuleGraphOptions& options) {
  RuleGraph result = RuleGraphMaker(rules, options).make();
  result.graph.tidy();
  return result;
}

}  // namespace agon::knowledge::symmetry
