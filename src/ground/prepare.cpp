#include "ground/prepare.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "ground/counting_loop.h"
#include "ground/equations.h"
#include "ground/unfold.h"

namespace agon::ground {
namespace {

class Preparation {
 public:
  Preparation(ClauseSet& set, const PrepareOptions& options) : set_(set), auxiliaries_(set), options_(options) {}

  PrepareReport run() {
    PrepareReport report;
    const auto before = set_.predicates.size();
    for_each_clause([](Clause& clause) { solve_equations(clause); });
    for (Predicate& predicate : set_.predicates) std::erase_if(predicate.clauses, contradicts_itself);
    if (options_.decompose) {
      report.views = views(set_);
      for (const PredicateId view : options_.unfold) {
        report.views[view] = false;
        unfold_view(set_, view);
      }
      run_loops_forwards(set_, auxiliaries_);
    }
    for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
      for (std::size_t c = 0; c < set_.predicates[p].clauses.size(); ++c) project_negations(p, c);
    }
    guard_auxiliaries();
    for_each_clause([&](Clause& clause) { range_over_universe(clause); });
    if (options_.decompose) {
      const std::size_t whole = set_.predicates.size();  // a part is not split again
      for (PredicateId p = 0; p < whole; ++p) {
        for (std::size_t c = 0; c < set_.predicates[p].clauses.size(); ++c) {
          project_private(p, c);
          split(p, c);
        }
      }
      report.reducible = join_out_heavy();
      demand_tests();
    }
    classify(set_);
    report.auxiliary = static_cast<std::uint32_t>(set_.predicates.size() - before);
    return report;
  }

 private:
  template <class Visit>
  void for_each_clause(Visit&& visit) {
    for (Predicate& predicate : set_.predicates) {
      for (Clause& clause : predicate.clauses) visit(clause);
    }
  }

  // ---- unbound variables ----

  static Variables bound_by(const Clause& clause) {
    Variables bound;
    for (const Literal& lit : clause.body) {
      if (lit.kind == Literal::Kind::Positive) collect(lit, bound);
    }
    return bound;
  }

  // Projection: `not p(X, Y)` with Y nowhere else means that no such Y exists: a relation over X alone.
  void project_negations(PredicateId p, std::size_t c) {
    Clause clause = set_.predicates[p].clauses[c];
    absl::flat_hash_map<VariableId, int> uses;  // in how many places: head, each literal
    Variables head;
    for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { head.insert(v); });
    for (const VariableId v : head) ++uses[v];
    for (const Literal& lit : clause.body) {
      for (const VariableId v : variables_of(lit)) ++uses[v];
    }
    bool changed = false;
    for (Literal& lit : clause.body) {
      if (lit.kind != Literal::Kind::Negative) continue;
      std::vector<VariableId> shared;
      bool local = false;
      for (const VariableId v : variables_of(lit)) {
        if (uses[v] == 1) {
          local = true;
        } else {
          shared.push_back(v);
        }
      }
      if (!local) continue;
      std::ranges::sort(shared);
      Literal call = lit;
      call.kind = Literal::Kind::Positive;
      lit = auxiliaries_.call(shared, {call});
      lit.kind = Literal::Kind::Negative;
      changed = true;
    }
    if (changed) set_.predicates[p].clauses[c] = std::move(clause);
  }

  // An auxiliary relation may use variables that the rest of its rule binds. It gets their possible values from there, once for
  // each rule that calls it.
  void guard_auxiliaries() {
    struct Call {
      Clause clause;
      std::size_t literal;
    };
    absl::flat_hash_map<PredicateId, std::vector<Call>> calls;
    for (const Predicate& predicate : set_.predicates) {
      for (const Clause& clause : predicate.clauses) {
        for (std::size_t i = 0; i < clause.body.size(); ++i) {
          const Literal& lit = clause.body[i];
          if (is_call(lit) && set_.predicates[lit.predicate].auxiliary) calls[lit.predicate].push_back({clause, i});
        }
      }
    }
    for (auto& [p, sites] : calls) {
      std::vector<Clause> guarded;
      for (const Clause& clause : set_.predicates[p].clauses) {
        Variables missing;
        const Variables bound = bound_by(clause);
        for (const Pattern& arg : clause.head) {
          for_each_variable(arg, [&](VariableId v) {
            if (!bound.contains(v)) missing.insert(v);
          });
        }
        if (missing.empty()) {
          guarded.push_back(clause);
          continue;
        }
        for (const Call& site : sites) guarded.push_back(with_guards(clause, missing, site.clause, site.literal));
      }
      set_.predicates[p].clauses = std::move(guarded);
    }
  }

  // The clause of an auxiliary relation with the caller's conditions on the unbound variables added to bind them.
  static Clause with_guards(Clause clause, Variables missing, const Clause& caller, std::size_t literal) {
    absl::flat_hash_map<VariableId, Pattern> outer;  // of the caller: its value inside the clause
    for (std::size_t k = 0; k < clause.head.size(); ++k) {
      const Pattern& formal = clause.head[k];
      const Pattern& actual = caller.body[literal].args[k];
      if (formal.kind == Pattern::Kind::Variable && actual.kind == Pattern::Kind::Variable) outer.emplace(actual.variable, formal);
    }
    while (!missing.empty()) {
      const Literal* best = nullptr;
      std::size_t best_gain = 0;
      for (std::size_t i = 0; i < caller.body.size(); ++i) {
        const Literal& lit = caller.body[i];
        if (i == literal || lit.kind != Literal::Kind::Positive) continue;
        std::size_t gain = 0;
        for (const VariableId v : variables_of(lit)) {
          const auto inner = outer.find(v);
          if (inner != outer.end() && missing.contains(inner->second.variable)) ++gain;
        }
        if (gain > best_gain) {
          best = &lit;
          best_gain = gain;
        }
      }
      if (best == nullptr) break;
      Literal guard = *best;
      guard.domain_only = true;
      absl::flat_hash_map<VariableId, VariableId> names;
      for (const VariableId v : variables_of(guard)) {
        const auto inner = outer.find(v);
        const bool known = inner != outer.end();
        names.emplace(v, known ? inner->second.variable : clause.variables++);
        if (known) missing.erase(inner->second.variable);
      }
      for (Pattern& arg : guard.args) rename(arg, names);
      clause.body.push_back(std::move(guard));
    }
    return clause;
  }

  // Variables that are still unbound range over all constants of the sheet, as in the prover.
  void range_over_universe(Clause& clause) {
    Variables all;
    for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { all.insert(v); });
    for (const Literal& lit : clause.body) collect(lit, all);
    const Variables bound = bound_by(clause);
    std::vector<VariableId> missing;
    std::ranges::copy_if(all, std::back_inserter(missing), [&](VariableId v) { return !bound.contains(v); });
    std::ranges::sort(missing);
    for (const VariableId v : missing) {
      Literal lit;
      lit.predicate = universe();
      lit.args = {variable(v)};
      clause.body.push_back(std::move(lit));
    }
  }

  PredicateId universe() {
    if (universe_) return *universe_;
    universe_ = auxiliaries_.fresh(1);
    for (const TermId id : set_.universe) set_.predicates[*universe_].facts.push_back({id});
    return *universe_;
  }

  // Joins variables out of the heavy clauses, and says what could be joined out of which if it gets heavier still. What was made on
  // the way is not decomposed again.
  std::map<ClausePlace, Weight> join_out_heavy() {
    std::map<ClausePlace, Weight> reducible;
    for (PredicateId p = 0; p < set_.predicates.size(); ++p) {
      for (std::size_t c = 0; c < set_.predicates[p].clauses.size(); ++c) {
        const auto heavy = options_.heavy.find({p, c});
        for (const Weight weight : {Weight::Heavy, Weight::VeryHeavy}) {
          const bool lighter = heavy == options_.heavy.end() || heavy->second < weight;
          if (!lighter || !can_join_out(set_, set_.predicates[p].clauses[c], weight)) continue;
          reducible.emplace(ClausePlace{p, c}, weight);
          break;
        }
      }
    }
    for (const auto& [place, weight] : options_.heavy) join_out(set_, auxiliaries_, place.predicate, place.clause, weight);
    return reducible;
  }

  // ---- splitting ----

  // Projection: a condition with variables that nothing else uses is existential. `somebody moved from u` need not be combined with
  // everywhere the move went.
  void project_private(PredicateId p, std::size_t c) {
    Clause clause = set_.predicates[p].clauses[c];
    absl::flat_hash_map<VariableId, int> uses;
    for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { uses[v] = 2; });
    for (const Literal& lit : clause.body) {
      for (const VariableId v : variables_of(lit)) ++uses[v];
    }
    bool changed = false;
    for (Literal& lit : clause.body) {
      if (lit.kind != Literal::Kind::Positive || lit.domain_only) continue;
      std::vector<VariableId> shared;
      const Variables own = variables_of(lit);
      std::ranges::copy_if(own, std::back_inserter(shared), [&](VariableId v) { return uses[v] > 1; });
      if (shared.empty() || shared.size() == own.size() || own.size() == uses.size()) continue;
      std::ranges::sort(shared);
      lit = auxiliaries_.call(shared, {lit});
      changed = true;
    }
    if (changed) set_.predicates[p].clauses[c] = std::move(clause);
  }

  // Conditions connected by variables that occur neither in the head nor in the other conditions become an auxiliary relation over
  // the variables they share with the rest: `cell stays if some move touches another cell` then needs cells x contents plus cells x
  // moves instances instead of cells x contents x moves.
  void split(PredicateId p, std::size_t c) {
    Clause clause = set_.predicates[p].clauses[c];
    const std::size_t n = clause.body.size();
    Variables head;
    for (const Pattern& arg : clause.head) for_each_variable(arg, [&](VariableId v) { head.insert(v); });
    std::vector<Variables> vars;
    for (const Literal& lit : clause.body) vars.push_back(variables_of(lit));
    std::vector<std::size_t> part(n);  // union-find over literals
    std::iota(part.begin(), part.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
      while (part[i] != i) i = part[i];
      return i;
    };
    absl::flat_hash_map<VariableId, std::size_t> seen;
    Variables all = head;
    for (std::size_t i = 0; i < n; ++i) {
      for (const VariableId v : vars[i]) {
        all.insert(v);
        if (head.contains(v)) continue;
        const auto [place, fresh] = seen.emplace(v, i);
        if (!fresh) part[find(i)] = find(place->second);
      }
    }
    std::map<std::size_t, std::vector<std::size_t>> parts;
    for (std::size_t i = 0; i < n; ++i) parts[find(i)].push_back(i);
    std::vector<Literal> body;
    bool changed = false;
    for (const auto& [root, members] : parts) {
      Variables inside;
      for (const std::size_t i : members) inside.insert(vars[i].begin(), vars[i].end());
      const bool local = std::ranges::any_of(inside, [&](VariableId v) { return !head.contains(v); });
      const bool whole = inside.size() == all.size();
      if (!local || whole || !worth_splitting(clause, members)) {
        for (const std::size_t i : members) body.push_back(clause.body[i]);
        continue;
      }
      body.push_back(part_relation(clause, members, inside, head));
      changed = true;
    }
    if (!changed) return;
    clause.body = std::move(body);
    set_.predicates[p].clauses[c] = std::move(clause);
  }

  // A single static condition with a private variable is only a filter, which the join projects by itself. A relation pays only if
  // something in it depends on the state.
  bool worth_splitting(const Clause& clause, const std::vector<std::size_t>& members) {
    return std::ranges::any_of(members, [&](std::size_t i) {
      const Literal& lit = clause.body[i];
      return is_call(lit) && set_.predicates[lit.predicate].lifetime != Lifetime::Static;
    });
  }

  Literal part_relation(const Clause& clause, const std::vector<std::size_t>& members, const Variables& inside,
                        const Variables& head) {
    std::vector<VariableId> scope;
    std::ranges::copy_if(inside, std::back_inserter(scope), [&](VariableId v) { return head.contains(v); });
    std::ranges::sort(scope);
    std::vector<Literal> body;
    Variables bound;
    for (const std::size_t i : members) {
      body.push_back(clause.body[i]);
      if (clause.body[i].kind == Literal::Kind::Positive) collect(clause.body[i], bound);
    }
    // Scope variables that the part only tests are bound by the other conditions: by the one that binds most of them together,
    // because pairs that never occur together need not be considered.
    for (;;) {
      const Literal* best = nullptr;
      std::pair<std::size_t, bool> best_gain{0, false};
      for (std::size_t i = 0; i < clause.body.size(); ++i) {
        const Literal& lit = clause.body[i];
        if (lit.kind != Literal::Kind::Positive || std::ranges::find(members, i) != members.end()) continue;
        std::pair<std::size_t, bool> gain{0, set_.predicates[lit.predicate].lifetime == Lifetime::Static};
        const Variables own = variables_of(lit);
        for (const VariableId v : scope) gain.first += own.contains(v) && !bound.contains(v) ? 1 : 0;
        if (gain.first > 0 && gain > best_gain) {
          best = &lit;
          best_gain = gain;
        }
      }
      if (best == nullptr) break;
      Literal guard = *best;
      guard.domain_only = true;
      collect(guard, bound);
      body.push_back(std::move(guard));
    }
    return auxiliaries_.call(scope, std::move(body));
  }

  // ---- demand (magic sets) ----

  // Magic sets (Bancilhon et al. 1986): a relation that is only ever tested, with all its arguments bound, needs only the rows that
  // are asked for. "Is the king threatened on k if the piece on u is gone and the one on c taken?" has millions of rows, and few of
  // them belong to a move.
  void demand_tests() {
    const std::size_t count = set_.predicates.size();
    std::vector<bool> tested(count, false);
    std::vector<bool> generated(count, false);
    for (const Predicate& predicate : set_.predicates) {
      for (const Clause& clause : predicate.clauses) {
        for (const Literal& lit : clause.body) {
          if (is_call(lit)) (lit.kind == Literal::Kind::Negative ? tested : generated)[lit.predicate] = true;
        }
      }
    }
    std::map<PredicateId, PredicateId> demand;  // in order: relations are numbered as they are made
    for (PredicateId p = 0; p < count; ++p) {
      const Predicate& predicate = set_.predicates[p];
      if (!tested[p] || generated[p] || predicate.relation.arity < kMinDemandArity || is_keyword(predicate.relation)) continue;
      if (predicate.lifetime == Lifetime::Static) continue;
      demand.emplace(p, PredicateId{0});
    }
    for (auto& [p, d] : demand) {
      d = auxiliaries_.fresh(set_.predicates[p].relation.arity);
      set_.predicates[d].demand = true;
    }
    for (const auto& [p, d] : demand) {
      for (Clause& clause : set_.predicates[p].clauses) {
        Literal guard;
        guard.predicate = d;
        guard.domain_only = true;
        guard.args = clause.head;
        clause.body.push_back(std::move(guard));
      }
    }
    for (PredicateId p = 0; p < count; ++p) {
      for (const Clause& clause : set_.predicates[p].clauses) {
        for (const Literal& lit : clause.body) {
          const auto asked = lit.kind == Literal::Kind::Negative ? demand.find(lit.predicate) : demand.end();
          if (asked == demand.end()) continue;
          Clause ask;
          ask.predicate = asked->second;
          ask.head = lit.args;
          ask.variables = clause.variables;
          for (const Literal& source : clause.body) {
            if (source.kind == Literal::Kind::Negative) continue;
            ask.body.push_back(source);
            ask.body.back().domain_only = source.kind == Literal::Kind::Positive;
          }
          set_.predicates[ask.predicate].clauses.push_back(std::move(ask));
        }
      }
    }
  }
  static constexpr std::uint32_t kMinDemandArity = 3;  // below that the rows are few anyway
  static bool is_keyword(gdl::Relation relation) { return relation.name.value < gdl::kKeywordCount; }

  ClauseSet& set_;
  AuxiliaryRelations auxiliaries_;
  PrepareOptions options_;
  std::optional<PredicateId> universe_;
};

}  // namespace

PrepareReport prepare(ClauseSet& set, const PrepareOptions& options) { return Preparation(set, options).run(); }

}  // namespace agon::ground
