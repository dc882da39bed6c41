#include "knowledge/evaluation/rule_base.h"

#include <algorithm>

#include "base/scc.h"

namespace agon::knowledge::evaluation {

using gdl::Formula;
using gdl::Keyword;

class RuleBaseBuilder {
 public:
  RuleBaseBuilder(RuleBase& base, const gdl::Rules& rules) : base_(base) {
    base_.true_relation = base_.relation(gdl::symbol(Keyword::True), 1);
    base_.goal = base_.relation(gdl::symbol(Keyword::Goal), 2);
    base_.terminal = base_.relation(gdl::symbol(Keyword::Terminal), 0);
    does_ = base_.relation(gdl::symbol(Keyword::Does), 2);
    for (const gdl::Rule& rule : rules.rules()) {
      // What the next state, legality and the first state are does not enter a goal.
      if (is(rule.head.name, Keyword::Next) || is(rule.head.name, Keyword::Init) || is(rule.head.name, Keyword::Sees)) continue;
      if (is(rule.head.name, Keyword::True) || is(rule.head.name, Keyword::Does)) continue;
      add(rule);
    }
    classify();
  }

 private:
  void add(const gdl::Rule& rule) {
    variables_.clear();
    BodyRule made;
    for (const gdl::Term& arg : rule.head.args) made.head.push_back(pattern(arg));
    for (const Formula& formula : rule.body) made.body.push_back(condition(formula));
    made.variables = static_cast<std::uint32_t>(variables_.size());
    RelationRules& owner = base_.relations[base_.relation(rule.head.name, rule.head.args.size())];
    if (made.body.empty() && made.variables == 0) {
      Row row;
      for (const Pattern& arg : made.head) row.push_back(arg.constant);
      owner.facts.push_back(std::move(row));
    } else {
      owner.only_facts = false;
    }
    owner.rules.push_back(std::move(made));
  }

  Condition condition(const Formula& formula) {
    Condition made;
    made.kind = formula.kind;
    if (formula.kind == Formula::Kind::Atom) made.relation = base_.relation(formula.atom.name, formula.atom.args.size());
    for (const gdl::Term& arg : formula.atom.args) {
      made.args.push_back(pattern(arg));
      ground::for_each_variable(made.args.back(), [&](ground::VariableId v) { made.variables.push_back(v); });
    }
    for (const Formula& part : formula.parts) {
      made.parts.push_back(condition(part));
      const auto& inner = made.parts.back().variables;
      made.variables.insert(made.variables.end(), inner.begin(), inner.end());
    }
    std::ranges::sort(made.variables);
    made.variables.erase(std::unique(made.variables.begin(), made.variables.end()), made.variables.end());
    return made;
  }

  Pattern pattern(const gdl::Term& term) {
    Pattern made;
    if (term.variable) {
      made.kind = Pattern::Kind::Variable;
      made.variable = variables_.emplace(term.name, static_cast<ground::VariableId>(variables_.size())).first->second;
      return made;
    }
    for (const gdl::Term& arg : term.args) made.args.push_back(pattern(arg));
    made.functor = term.name;
    made.kind = Pattern::Kind::Compound;
    if (std::ranges::all_of(made.args, [](const Pattern& p) { return p.kind == Pattern::Kind::Constant; })) {
      Row ids;
      for (const Pattern& arg : made.args) ids.push_back(arg.constant);
      made.args.clear();
      made.kind = Pattern::Kind::Constant;
      made.constant = base_.terms->intern(term.name, ids);
    }
    return made;
  }

  // Which relations depend on the state, and which on themselves.
  void classify() {
    std::vector<std::vector<std::uint32_t>> uses(base_.relations.size());
    for (RelationId r = 0; r < base_.relations.size(); ++r) {
      for (const BodyRule& rule : base_.relations[r].rules) {
        for (const Condition& part : rule.body) collect(part, uses[r]);
      }
    }
    const Components components = strongly_connected(uses);
    std::vector<bool> dynamic(components.count, false);
    std::vector<RelationId> order(uses.size());
    for (RelationId r = 0; r < order.size(); ++r) order[r] = r;
    std::ranges::sort(order, {}, [&](RelationId r) { return components.of[r]; });
    for (const RelationId r : order) {
      bool any = r == base_.true_relation || r == does_;
      for (const std::uint32_t used : uses[r]) any = any || dynamic[components.of[used]];
      if (any) dynamic[components.of[r]] = true;
    }
    for (RelationId r = 0; r < uses.size(); ++r) {
      base_.relations[r].dynamic = dynamic[components.of[r]];
      base_.relations[r].recursive = components.cyclic[r];
    }
    for (RelationRules& relation : base_.relations) {
      for (BodyRule& rule : relation.rules) {
        for (Condition& part : rule.body) mark(part);
      }
    }
  }
  static void collect(const Condition& condition, std::vector<std::uint32_t>& uses) {
    if (condition.kind == Formula::Kind::Atom) uses.push_back(condition.relation);
    for (const Condition& part : condition.parts) collect(part, uses);
  }
  void mark(Condition& condition) {
    condition.dynamic = condition.kind == Formula::Kind::Atom && base_.relations[condition.relation].dynamic;
    for (Condition& part : condition.parts) {
      mark(part);
      condition.dynamic = condition.dynamic || part.dynamic;
    }
  }

  RuleBase& base_;
  RelationId does_ = 0;
  absl::flat_hash_map<SymbolId, ground::VariableId> variables_;  // of the rule at hand
};

RuleBase::RuleBase(const gdl::Rules& rules, std::shared_ptr<game::TermBank> bank) : terms(std::move(bank)) {
  RuleBaseBuilder(*this, rules);
}

RelationId RuleBase::relation(SymbolId name, std::size_t arity) {
  const std::uint64_t key = (std::uint64_t{name.value} << 32U) | arity;
  const auto [place, fresh] = ids.emplace(key, static_cast<RelationId>(relations.size()));
  if (fresh) {
    RelationRules made;
    made.name = name;
    made.arity = static_cast<std::uint32_t>(arity);
    relations.push_back(std::move(made));
  }
  return place->second;
}

std::string RuleBase::text(RelationId relation, const Row& args) const {
  if (relation == true_relation && args.size() == 1) return terms->text(args[0]);
  const std::string name = terms->symbols().text(relations[relation].name);
  if (args.empty()) return name;
  std::string out = "(" + name;
  for (const TermId arg : args) out += " " + terms->text(arg);
  return out + ")";
}

TermId instance(game::TermBank& terms, const Pattern& pattern, const Row& binding) {
  switch (pattern.kind) {
    case Pattern::Kind::Constant: return pattern.constant;
    case Pattern::Kind::Variable: return binding[pattern.variable];
    case Pattern::Kind::Compound: break;
  }
  Row ids;
  for (const Pattern& arg : pattern.args) {
    ids.push_back(instance(terms, arg, binding));
    if (ids.back() == game::TermBank::kNone) return ids.back();
  }
  return terms.intern(pattern.functor, ids);
}

bool unify(const game::TermBank& terms, const Pattern& pattern, TermId term, Row& binding) {
  switch (pattern.kind) {
    case Pattern::Kind::Constant: return pattern.constant == term;
    case Pattern::Kind::Variable:
      if (binding[pattern.variable] == game::TermBank::kNone) binding[pattern.variable] = term;
      return binding[pattern.variable] == term;
    case Pattern::Kind::Compound: break;
  }
  const game::TermBank::Node& node = terms.node(term);
  if (node.functor != pattern.functor || node.arity != pattern.args.size()) return false;
  for (std::uint32_t i = 0; i < node.arity; ++i) {
    if (!unify(terms, pattern.args[i], node.args[i], binding)) return false;
  }
  return true;
}

}  // namespace agon::knowledge::evaluation
