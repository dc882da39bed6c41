#include "engines/prover/compiler.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>

#include "engines/prover/plan_builder.h"

namespace agon::engines::prover {
namespace {

// A relation of n arguments has 3^n modes. Rules that permute their arguments can ask for a large part of them.
constexpr std::uint32_t kMaxModes = 1U << 16U;

}  // namespace

Compiler::Compiler(ClauseSet clauses, const game::TermBank& terms) : terms_(terms) {
  const auto time = terms.limits().time;
  deadline_ = time.count() > 0 ? std::chrono::steady_clock::now() + time : std::chrono::steady_clock::time_point::max();
  program_.clauses = std::move(clauses);
  program_.relations.emplace_back(1);  // kAllFluents
  program_.relations.emplace_back(2);  // kDoes
  sizes_ = {{30, {30}}, {2, {2, 2}}};
  for (const Predicate& predicate : program_.clauses.predicates) {
    for (const Clause& clause : predicate.clauses) {
      for (const Literal& literal : clause.body) {
        const bool reads_state = (literal.kind == Literal::Kind::Positive || literal.kind == Literal::Kind::Negative) &&
                                 literal.predicate == program_.clauses.true_predicate;
        if (reads_state && literal.args[0].kind == Pattern::Kind::Compound) {
          fluent_relation(literal.args[0].functor, static_cast<std::uint32_t>(literal.args[0].args.size()));
        }
      }
    }
  }
  for (PredicateId p = 0; p < program_.clauses.predicates.size(); ++p) {
    const Predicate& predicate = program_.clauses.predicates[p];
    if (predicate.facts.empty() && !predicate.clauses.empty()) continue;
    Relation relation(predicate.relation.arity);
    absl::flat_hash_set<std::vector<TermId>> seen;
    for (const auto& row : predicate.facts) {
      if (seen.insert(row).second) relation.add(row);
    }
    program_.fact_relations.emplace(p, static_cast<std::uint32_t>(program_.relations.size()));
    program_.relations.push_back(std::move(relation));
    sizes_.push_back(measure(predicate.facts, predicate.relation.arity));
  }
}

std::uint32_t Compiler::fluent_relation(SymbolId functor, std::uint32_t arity) {
  const auto [place, fresh] =
      program_.fluent_relations.emplace(gdl::Relation{functor, arity}, static_cast<std::uint32_t>(program_.relations.size()));
  if (fresh) {
    program_.relations.emplace_back(arity);
    sizes_.push_back({8, std::vector<double>(arity, 4)});
  }
  return place->second;
}

Compiler::Sizes Compiler::measure(std::span<const std::vector<TermId>> rows, std::size_t width) {
  Sizes sizes{static_cast<double>(rows.size()), {}};
  for (std::size_t column = 0; column < width; ++column) {
    absl::flat_hash_set<TermId> values;
    for (const auto& row : rows) values.insert(row[column]);
    sizes.distinct.push_back(static_cast<double>(values.size()));
  }
  return sizes;
}

void Compiler::learn_sizes(std::span<const TermId> fluents) {
  if (fluents.empty()) return;
  absl::flat_hash_map<std::uint32_t, std::vector<std::vector<TermId>>> rows;
  for (const TermId fluent : fluents) {
    const game::TermBank::Node& node = terms_.node(fluent);
    const auto found = program_.fluent_relations.find({node.functor, node.arity});
    if (found != program_.fluent_relations.end()) rows[found->second].emplace_back(node.args, node.args + node.arity);
  }
  for (const auto& [relation, content] : rows) sizes_[relation] = measure(content, program_.relations[relation].width());
  sizes_[Program::kAllFluents] = {static_cast<double>(fluents.size()), {static_cast<double>(fluents.size())}};
}

CalleeId Compiler::require(gdl::Relation relation, std::vector<Mode> modes) {
  PredicateId predicate = program_.clauses.find(relation);
  if (predicate == program_.clauses.predicates.size()) {
    program_.clauses.ids.emplace(relation, predicate);
    program_.clauses.predicates.emplace_back().relation = relation;
    program_.fact_relations.emplace(predicate, static_cast<std::uint32_t>(program_.relations.size()));
    program_.relations.emplace_back(relation.arity);
    sizes_.push_back({0, std::vector<double>(relation.arity, 0)});
  }
  return require(predicate, std::move(modes));
}

CalleeId Compiler::require(PredicateId predicate, std::vector<Mode> modes) {
  const CalleeId id = callee(predicate, modes);
  while (!queue_.empty()) {
    const CalleeId next = queue_.back();
    queue_.pop_back();
    compile(next);
  }
  return id;
}

CalleeId Compiler::callee(PredicateId predicate, const std::vector<Mode>& modes) {
  std::string key = std::to_string(predicate);
  for (const Mode mode : modes) key += "kwi"[static_cast<int>(mode)];
  const auto [place, fresh] = callee_ids_.emplace(std::move(key), static_cast<CalleeId>(program_.callees.size()));
  if (!fresh) return place->second;
  const Predicate& definition = program_.clauses.predicates[predicate];
  modes_count_.resize(program_.clauses.predicates.size());
  if (++modes_count_[predicate] > kMaxModes) {
    throw LimitReached("rule-too-large",
                       fmt::format("a relation with {} arguments is asked in more than 65,536 ways", modes.size()),
                       "the rules turn its arguments round; use fewer arguments");
  }
  Callee callee;
  callee.predicate = predicate;
  callee.modes = modes;
  callee.known = static_cast<std::uint16_t>(std::ranges::count(modes, Mode::Known));
  callee.wanted = static_cast<std::uint16_t>(std::ranges::count(modes, Mode::Wanted));
  callee.lifetime = definition.lifetime;
  callee.recursive = definition.recursive;
  program_.callees.push_back(std::move(callee));
  queue_.push_back(place->second);
  return place->second;
}

// p(A, B, ...) :- the facts of p.
Clause Compiler::facts_clause(PredicateId predicate) const {
  Clause clause;
  clause.predicate = predicate;
  clause.variables = program_.clauses.predicates[predicate].relation.arity;
  for (VariableId v = 0; v < clause.variables; ++v) {
    Pattern variable;
    variable.kind = Pattern::Kind::Variable;
    variable.variable = v;
    clause.head.push_back(variable);
  }
  Literal literal;
  literal.facts_only = true;
  literal.predicate = predicate;
  literal.args = clause.head;
  clause.body.push_back(std::move(literal));
  return clause;
}

void Compiler::compile(CalleeId id) {
  const PredicateId predicate = program_.callees[id].predicate;
  const std::vector<Mode> modes = program_.callees[id].modes;  // a copy: new callees may move the vector
  std::vector<const Clause*> clauses;
  const Clause facts = facts_clause(predicate);
  if (program_.fact_relations.contains(predicate)) clauses.push_back(&facts);
  for (const Clause& clause : program_.clauses.predicates[predicate].clauses) clauses.push_back(&clause);
  std::vector<Plan> plans;
  for (const Clause* clause : clauses) {
    check_limits();
    plans.push_back(PlanBuilder(*this, *clause, modes).build());
  }
  program_.callees[id].plans = std::move(plans);
  add_dispatch(program_.callees[id], clauses);
}

void Compiler::check_limits() const {
  if (std::chrono::steady_clock::now() > deadline_) {
    throw LimitReached("out-of-time", fmt::format("planning took longer than {} ms", terms_.limits().time.count()),
                       "raise the limit with --time-limit, or make the rules smaller");
  }
  const std::size_t bytes = program_.ops.capacity() * sizeof(Op) + program_.refs.capacity() * sizeof(Ref) +
                            program_.outs.capacity() * sizeof(Out) + program_.callees.capacity() * sizeof(Callee);
  if (bytes > terms_.limits().memory_bytes) {
    throw LimitReached("out-of-memory", fmt::format("the plans need more than {} MiB", terms_.limits().memory_bytes >> 20U),
                       "raise the limit with --memory, or make the rules smaller");
  }
}

void Compiler::add_dispatch(Callee& callee, const std::vector<const Clause*>& clauses) const {
  const auto first = std::ranges::find(callee.modes, Mode::Known);
  if (first == callee.modes.end()) return;
  const auto column = static_cast<std::size_t>(first - callee.modes.begin());
  const auto constant = [&](std::uint32_t i) { return clauses[i]->head[column].kind == Pattern::Kind::Constant; };
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    if (!constant(i)) callee.other_plans.push_back(i);
  }
  if (clauses.size() - callee.other_plans.size() < 2) return;
  callee.dispatched = true;
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    if (!constant(i)) continue;
    callee.dispatch[clauses[i]->head[column].constant].push_back(i);
  }
}

}  // namespace agon::engines::prover
