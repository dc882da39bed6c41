#include "ground/clauses.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "base/scc.h"

namespace agon::ground {
namespace {

using gdl::Formula;
using gdl::Keyword;

// Above this many clauses for one rule, a disjunction becomes an auxiliary relation; where it cannot, the second limit is final.
constexpr std::size_t kMaxSpread = 16;
constexpr std::size_t kMaxForcedSpread = 4'096;
constexpr std::size_t kMaxSpreadLiterals = std::size_t{1} << 21U;
constexpr std::size_t kMaxArity = 1'000;
constexpr std::size_t kMaxConditions = 65'000;  // of one rule; a plan counts its operations in 16 bits

using Conjunction = std::vector<Literal>;
using Alternatives = std::vector<Conjunction>;

// The enclosing conjunctions of a formula, innermost first.
struct Around {
  std::span<const Formula> parts;
  Around* outer = nullptr;
  std::optional<absl::flat_hash_set<VariableId>>
      bound;  // by the parts, whichever alternatives are taken; computed when first asked for
};

class Lowering {
 public:
  Lowering(const gdl::Rules& rules, game::TermBank& terms, const LoweringOptions& options)
      : rules_(rules), terms_(terms), options_(options) {
    set_.true_predicate = predicate({gdl::symbol(Keyword::True), 1});
    set_.does_predicate = predicate({gdl::symbol(Keyword::Does), 2});
  }

  ClauseSet run() {
    for (const gdl::Rule& rule : rules_.rules()) lower(rule);
    classify(set_);
    collect_universe();
    return std::move(set_);
  }

 private:
  // ---- one rule ----

  void lower(const gdl::Rule& rule) {
    // `true` and `does` are given by the state and the joint move; a rule that defines them is reported by check and has no effect.
    const PredicateId head = predicate(gdl::relation_of(rule.head));
    if (head == set_.true_predicate || head == set_.does_predicate) return;
    if (rule.head.args.size() > kMaxArity)
      throw LimitReached("rule-too-large", "a relation has more than 1,000 arguments", "use fewer");
    std::size_t conditions = 0;
    for (const Formula& formula : rule.body) conditions += size(formula);
    if (conditions > kMaxConditions)
      throw LimitReached("rule-too-large", "a rule has more than 65,000 conditions", "split it into several rules");
    variables_.clear();
    Clause clause;
    clause.predicate = head;
    for (const gdl::Term& arg : rule.head.args) clause.head.push_back(pattern(arg));
    count_uses(rule);
    Alternatives bodies = conjunction(rule.body, nullptr);
    for (Conjunction& body : bodies) {
      clause.body = std::move(body);
      add(clause);
    }
  }

  static std::size_t size(const Formula& formula) {
    std::size_t result = 1;
    for (const Formula& part : formula.parts) result += size(part);
    return result;
  }

  void add(Clause clause) {
    Predicate& owner = set_.predicates[clause.predicate];
    const bool ground = std::ranges::all_of(clause.head, [](const Pattern& p) { return p.kind == Pattern::Kind::Constant; });
    if (!clause.body.empty() || !ground) {
      number_variables(clause);
      owner.clauses.push_back(std::move(clause));
      return;
    }
    std::vector<TermId> row;
    for (const Pattern& arg : clause.head) row.push_back(arg.constant);
    owner.facts.push_back(std::move(row));
  }

  // A clause has few of the variables of a long rule; renumbering spares later stages the others.
  static void number_variables(Clause& clause) {
    absl::flat_hash_map<VariableId, VariableId> numbers;
    const auto renumber = [&](VariableId& v) { v = numbers.emplace(v, static_cast<VariableId>(numbers.size())).first->second; };
    const auto visit = [&](Pattern& p, auto&& self) -> void {
      if (p.kind == Pattern::Kind::Variable) renumber(p.variable);
      for (Pattern& arg : p.args) self(arg, self);
    };
    for (Pattern& arg : clause.head) visit(arg, visit);
    for (Literal& lit : clause.body) {
      for (Pattern& arg : lit.args) visit(arg, visit);
      for (VariableId& v : lit.needs) renumber(v);
    }
    clause.variables = static_cast<std::uint32_t>(numbers.size());
  }

  Alternatives conjunction(std::span<const Formula> formulas, Around* outer) {
    Around here{formulas, outer, {}};
    Alternatives result(1);
    for (const Formula& formula : formulas) {
      Alternatives branch = positive(formula, &here);
      const bool many = branch.size() * result.size() > kMaxSpread;
      if (branch.size() > 1 && (many || options_.disjunctions_as_relations)) {
        Literal call = interface(formula, branch);
        if (many ? all_bound(call.needs, here) : call.needs.empty()) {
          define(call, std::move(branch));
          branch = {{std::move(call)}};
        } else if (branch.size() * result.size() > kMaxForcedSpread) {
          throw LimitReached("rule-too-large",
                             "a rule has more than 4,096 combinations of alternatives with a variable that only some of them bind",
                             "split it into several rules");
        }
      }
      if (branch.size() == 1) {  // the common case, and a long rule must not be copied for each of its conditions
        for (Conjunction& left : result) left.insert(left.end(), branch[0].begin(), branch[0].end());
        check_spread(result);
        continue;
      }
      Alternatives product;
      for (const Conjunction& left : result) {
        for (const Conjunction& right : branch) {
          Conjunction both = left;
          both.insert(both.end(), right.begin(), right.end());
          product.push_back(std::move(both));
        }
      }
      result = std::move(product);
      check_spread(result);
    }
    return result;
  }

  static void check_spread(const Alternatives& alternatives) {
    if (alternatives.size() * alternatives.front().size() <= kMaxSpreadLiterals) return;
    throw LimitReached("rule-too-large", "the alternatives of a rule have more than two million conditions together",
                       "split it into several rules");
  }

  Alternatives positive(const Formula& formula, Around* around) {
    switch (formula.kind) {
      case Formula::Kind::Atom: return {{literal(formula.atom, Literal::Kind::Positive)}};
      case Formula::Kind::Distinct: return {{comparison(formula.atom, Literal::Kind::Distinct)}};
      case Formula::Kind::And: return conjunction(formula.parts, around);
      case Formula::Kind::Not: return negative(formula.parts.front(), around);
      case Formula::Kind::Or: break;
    }
    Alternatives result;
    for (const Formula& part : formula.parts) std::ranges::move(positive(part, around), std::back_inserter(result));
    return result;
  }

  Alternatives negative(const Formula& formula, Around* around) {
    switch (formula.kind) {
      case Formula::Kind::Atom: return {{negated_atom(formula, around)}};
      case Formula::Kind::Distinct: return {{comparison(formula.atom, Literal::Kind::Equal)}};
      case Formula::Kind::Not: return positive(formula.parts.front(), around);
      case Formula::Kind::And: return {{negated_auxiliary(formula, conjunction(formula.parts, around))}};
      case Formula::Kind::Or: break;
    }
    if (parts_share_local(formula)) return {{negated_auxiliary(formula, positive(formula, around))}};
    std::vector<Formula> parts;
    for (const Formula& part : formula.parts) parts.push_back({Formula::Kind::Not, {}, {part}, part.span});
    return conjunction(parts, around);
  }

  // `not p(X,X)` with X nowhere else, or with X inside a function term, means that no such p exists: the negation of an auxiliary
  // relation.
  Literal negated_atom(const Formula& formula, Around* around) {
    Literal result = literal(formula.atom, Literal::Kind::Negative);
    absl::flat_hash_map<VariableId, int> here;
    bool nested_local = false;
    const auto is_local = [&](VariableId v) { return uses_[v] == here[v]; };
    for (const Pattern& arg : result.args) for_each_variable(arg, [&](VariableId v) { ++here[v]; });
    for (const Pattern& arg : result.args) {
      if (arg.kind == Pattern::Kind::Compound) for_each_variable(arg, [&](VariableId v) { nested_local |= is_local(v); });
    }
    const bool repeated_local =
        std::ranges::any_of(here, [&](const auto& entry) { return entry.second > 1 && is_local(entry.first); });
    if (!nested_local && !repeated_local) return result;
    return negated_auxiliary(formula, positive(formula, around));
  }

  Literal negated_auxiliary(const Formula& formula, Alternatives bodies) {
    Literal result = interface(formula, bodies);
    define(result, std::move(bodies));
    result.kind = Literal::Kind::Negative;
    result.needs.clear();  // a negation waits for all its variables anyway
    return result;
  }

  // `not (or p(X) q(X))` with X nowhere else means that no X satisfies either. Split into `not p(X)` and `not q(X)`, X would look
  // like a shared variable, and the meaning would become that some X satisfies neither.
  bool parts_share_local(const Formula& formula) {
    absl::flat_hash_map<VariableId, int> inside;
    count(formula, inside);
    for (const Formula& part : formula.parts) {
      absl::flat_hash_map<VariableId, int> here;
      count(part, here);
      for (const auto& [v, n] : here) {
        if (inside[v] == uses_[v] && n != inside[v]) return true;
      }
    }
    return false;
  }

  // A fresh relation over the variables that the formula shares with the rest of the rule, to be defined by the formula's
  // alternatives.
  Literal interface(const Formula& formula, const Alternatives& bodies) {
    absl::flat_hash_map<VariableId, int> inside;
    count(formula, inside);
    std::vector<VariableId> shared;
    for (const auto& [v, n] : inside) {
      if (n != uses_[v]) shared.push_back(v);
    }
    std::ranges::sort(shared);
    Literal call;
    for (const VariableId v : shared) {
      Pattern arg;
      arg.kind = Pattern::Kind::Variable;
      arg.variable = v;
      call.args.push_back(arg);
    }
    if (call.args.size() > kMaxArity)
      throw LimitReached("rule-too-large", "a condition shares more than 1,000 variables with its rule", "split the rule");
    absl::flat_hash_map<VariableId, std::size_t> bound_in;  // how many alternatives
    for (const Conjunction& body : bodies) {
      for (const VariableId v : binds(body)) ++bound_in[v];
    }
    std::ranges::copy_if(shared, std::back_inserter(call.needs), [&](VariableId v) { return bound_in[v] < bodies.size(); });
    return call;
  }

  void define(Literal& call, Alternatives bodies) {
    // Numbers above those of the symbol table cannot be spelled by a rule sheet.
    const SymbolId name{static_cast<std::uint32_t>(rules_.symbols().size() + auxiliaries_++)};
    call.predicate = predicate({name, static_cast<std::uint32_t>(call.args.size())});
    set_.predicates[call.predicate].auxiliary = true;
    for (Conjunction& body : bodies) add({call.predicate, call.args, std::move(body), 0});
  }

  // Are the variables bound whichever alternatives are taken? If not, `(or p(X) q) (or r(X) s)` say, a disjunction cannot be
  // evaluated by itself: X may have to be bound by the other one, or not at all where both take their last alternative.
  bool all_bound(const std::vector<VariableId>& variables, Around& around) {
    return std::ranges::all_of(variables, [&](VariableId v) {
      for (Around* level = &around; level != nullptr; level = level->outer) {
        if (!level->bound) {
          level->bound.emplace();
          for (const Formula& part : level->parts) level->bound->merge(surely_bound(part));
        }
        if (level->bound->contains(v)) return true;
      }
      return false;
    });
  }

  absl::flat_hash_set<VariableId> surely_bound(const Formula& formula) {
    absl::flat_hash_set<VariableId> bound;
    if (formula.kind == Formula::Kind::Atom) {
      absl::flat_hash_map<VariableId, int> inside;
      count(formula, inside);
      for (const auto& [v, n] : inside) bound.insert(v);
    } else if (formula.kind == Formula::Kind::And) {
      for (const Formula& part : formula.parts) bound.merge(surely_bound(part));
    } else if (formula.kind == Formula::Kind::Or && !formula.parts.empty()) {
      bound = surely_bound(formula.parts.front());
      for (std::size_t i = 1; i < formula.parts.size() && !bound.empty(); ++i) {
        const absl::flat_hash_set<VariableId> other = surely_bound(formula.parts[i]);
        absl::erase_if(bound, [&](VariableId v) { return !other.contains(v); });
      }
    }
    return bound;
  }

  // The variables that a conjunction binds.
  static absl::flat_hash_set<VariableId> binds(const Conjunction& body) {
    absl::flat_hash_set<VariableId> bound;
    for (const Literal& lit : body) {
      if (lit.kind != Literal::Kind::Positive) continue;
      for (const Pattern& arg : lit.args) {
        for_each_variable(arg, [&](VariableId v) {
          if (std::ranges::find(lit.needs, v) == lit.needs.end()) bound.insert(v);
        });
      }
    }
    return bound;
  }

  // ---- terms ----

  Literal literal(const gdl::Term& atom, Literal::Kind kind) {
    if (atom.args.size() > kMaxArity) throw LimitReached("rule-too-large", "a relation has more than 1,000 arguments", "use fewer");
    Literal result;
    result.kind = kind;
    result.predicate = predicate(gdl::relation_of(atom));
    for (const gdl::Term& arg : atom.args) result.args.push_back(pattern(arg));
    return result;
  }

  Literal comparison(const gdl::Term& atom, Literal::Kind kind) {
    Literal result;
    result.kind = kind;
    for (const gdl::Term& arg : atom.args) result.args.push_back(pattern(arg));
    return result;
  }

  Pattern pattern(const gdl::Term& term) {
    Pattern result;
    if (term.variable) {
      result.kind = Pattern::Kind::Variable;
      result.variable = variables_.emplace(term.name, static_cast<VariableId>(variables_.size())).first->second;
      return result;
    }
    for (const gdl::Term& arg : term.args) result.args.push_back(pattern(arg));
    if (std::ranges::all_of(result.args, [](const Pattern& p) { return p.kind == Pattern::Kind::Constant; })) {
      std::vector<TermId> ids;
      for (const Pattern& arg : result.args) ids.push_back(arg.constant);
      result.args.clear();
      result.constant = terms_.intern(term.name, ids);
      return result;
    }
    if (term.args.size() > kMaxArity)
      throw LimitReached("rule-too-large", "a term with variables has more than 1,000 arguments", "use fewer");
    result.kind = Pattern::Kind::Compound;
    result.functor = term.name;
    return result;
  }

  // How often each variable occurs in the whole rule: tells local variables from shared ones.
  void count_uses(const gdl::Rule& rule) {
    absl::flat_hash_map<VariableId, int> all;
    count(rule.head, all);
    for (const Formula& formula : rule.body) count(formula, all);
    uses_.assign(variables_.size(), 0);
    for (const auto& [v, n] : all) uses_[v] = n;
  }
  void count(const gdl::Term& term, absl::flat_hash_map<VariableId, int>& into) {
    if (term.variable) ++into[pattern(term).variable];
    for (const gdl::Term& arg : term.args) count(arg, into);
  }
  void count(const Formula& formula, absl::flat_hash_map<VariableId, int>& into) {
    for (const gdl::Term& arg : formula.atom.args) count(arg, into);
    for (const Formula& part : formula.parts) count(part, into);
  }

  PredicateId predicate(gdl::Relation relation) {
    const auto [place, fresh] = set_.ids.emplace(relation, static_cast<PredicateId>(set_.predicates.size()));
    if (fresh) set_.predicates.emplace_back().relation = relation;
    return place->second;
  }

  // ---- all rules ----

  void collect_universe() {
    std::vector<TermId>& universe = set_.universe;
    const auto visit = [&](const gdl::Term& term, auto&& self) -> void {
      if (term.constant()) universe.push_back(terms_.constant(term.name));
      for (const gdl::Term& arg : term.args) self(arg, self);
    };
    const auto visit_formula = [&](const Formula& formula, auto&& self) -> void {
      for (const gdl::Term& arg : formula.atom.args) visit(arg, visit);
      for (const Formula& part : formula.parts) self(part, self);
    };
    for (const gdl::Rule& rule : rules_.rules()) {
      for (const gdl::Term& arg : rule.head.args) visit(arg, visit);
      for (const Formula& formula : rule.body) visit_formula(formula, visit_formula);
    }
    std::ranges::sort(universe);
    universe.erase(std::unique(universe.begin(), universe.end()), universe.end());  // clang 14 cannot compile ranges::unique
  }

  const gdl::Rules& rules_;
  game::TermBank& terms_;
  LoweringOptions options_;
  ClauseSet set_;
  absl::flat_hash_map<SymbolId, VariableId> variables_;  // of the rule at hand
  std::vector<int> uses_;
  std::uint32_t auxiliaries_ = 0;
};

}  // namespace

PredicateId ClauseSet::find(gdl::Relation relation) const {
  const auto found = ids.find(relation);
  return found == ids.end() ? static_cast<PredicateId>(predicates.size()) : found->second;
}

void classify(ClauseSet& set) {
  const std::size_t count = set.predicates.size();
  std::vector<std::vector<PredicateId>> uses(count);
  for (PredicateId p = 0; p < count; ++p) {
    for (const Clause& clause : set.predicates[p].clauses) {
      for (const Literal& lit : clause.body) {
        if (lit.kind == Literal::Kind::Positive || lit.kind == Literal::Kind::Negative) uses[p].push_back(lit.predicate);
      }
    }
  }
  const Components components = strongly_connected(uses);
  // Components are in topological order, so one pass propagates the lifetimes.
  std::vector<Lifetime> lifetime(components.count, Lifetime::Static);
  lifetime[components.of[set.true_predicate]] = Lifetime::State;
  lifetime[components.of[set.does_predicate]] = Lifetime::Move;
  std::vector<PredicateId> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](PredicateId p) { return components.of[p]; });
  for (const PredicateId p : order) {
    Lifetime& own = lifetime[components.of[p]];
    for (const PredicateId q : uses[p]) own = std::max(own, lifetime[components.of[q]]);
  }
  for (PredicateId p = 0; p < count; ++p) {
    set.predicates[p].lifetime = lifetime[components.of[p]];
    set.predicates[p].recursive = components.cyclic[p];
    set.predicates[p].component = components.of[p];
  }
}

ClauseSet make_clauses(const gdl::Rules& rules, game::TermBank& terms, const LoweringOptions& options) {
  return Lowering(rules, terms, options).run();
}

}  // namespace agon::ground
