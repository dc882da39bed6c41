#include "ground/counting_loop.h"

#include <algorithm>
#include <map>
#include <optional>

#include "ground/unfold.h"

namespace agon::ground {
namespace {

constexpr std::size_t kMostEntries = 4;  // every entry gets relations of its own

struct Loop {
  std::vector<bool> carried;                 // arguments that the recursive clauses pass on unchanged
  std::vector<std::vector<TermId>> entries;  // the other arguments, of the calls from outside
};

std::vector<Pattern> selected(const std::vector<Pattern>& args, const std::vector<bool>& which, bool value) {
  std::vector<Pattern> result;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (which[k] == value) result.push_back(args[k]);
  }
  return result;
}

Pattern constant_of(TermId id) {
  Pattern result;
  result.constant = id;
  return result;
}

// The place of the one recursive call, body.size() if there is none, nothing if the clause is not linear.
std::optional<std::size_t> recursive_call(const Clause& clause) {
  std::size_t found = clause.body.size();
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    const Literal& lit = clause.body[i];
    if (!is_call(lit) || lit.predicate != clause.predicate) continue;
    if (found < clause.body.size() || lit.kind == Literal::Kind::Negative || lit.facts_only) return std::nullopt;
    found = i;
  }
  return found;
}

// Takes out of `carried` what this clause does not pass on: the same variable at the same place of head and call, and nowhere else.
void keep_carried(const Clause& clause, const Literal& call, std::vector<bool>& carried) {
  absl::flat_hash_map<VariableId, int> uses;
  const auto count = [&](const Pattern& arg) { for_each_variable(arg, [&](VariableId v) { ++uses[v]; }); };
  std::ranges::for_each(clause.head, count);
  for (const Literal& lit : clause.body) std::ranges::for_each(lit.args, count);
  for (std::size_t k = 0; k < carried.size(); ++k) {
    const Pattern& head = clause.head[k];
    const Pattern& arg = call.args[k];
    carried[k] = carried[k] && head.kind == Pattern::Kind::Variable && arg.kind == Pattern::Kind::Variable &&
                 head.variable == arg.variable && uses[head.variable] == 2;
  }
}

// Run forwards, the step to the next call must be known from where the walk is and from the other conditions.
bool step_is_bound(const Clause& clause, std::size_t call, const std::vector<bool>& carried) {
  Variables bound;
  for (const Pattern& arg : selected(clause.head, carried, false)) for_each_variable(arg, [&](VariableId v) { bound.insert(v); });
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    const Literal& lit = clause.body[i];
    if (i == call || lit.kind != Literal::Kind::Positive) continue;
    for (const VariableId v : variables_of(lit)) {
      if (std::ranges::find(lit.needs, v) == lit.needs.end()) bound.insert(v);
    }
  }
  bool result = true;
  for (const Pattern& arg : selected(clause.body[call].args, carried, false))
    for_each_variable(arg, [&](VariableId v) { result &= bound.contains(v); });
  return result;
}

class CountingLoops {
 public:
  CountingLoops(ClauseSet& set, AuxiliaryRelations& auxiliaries) : set_(set), auxiliaries_(auxiliaries) {}

  void run() {
    const auto count = static_cast<PredicateId>(set_.predicates.size());
    for (PredicateId p = 0; p < count; ++p) {
      if (const auto loop = find(p)) rewrite(p, *loop);
    }
  }

 private:
  std::optional<Loop> find(PredicateId p) const {
    const Predicate& predicate = set_.predicates[p];
    if (!predicate.recursive || predicate.lifetime == Lifetime::Static || predicate.auxiliary ||
        predicate.relation.name.value < gdl::kKeywordCount)
      return std::nullopt;
    const auto together = std::ranges::count(set_.predicates, predicate.component, &Predicate::component);
    if (together > 1) return std::nullopt;
    Loop loop{std::vector<bool>(predicate.relation.arity, true), {}};
    for (const Clause& clause : predicate.clauses) {
      const auto call = recursive_call(clause);
      if (!call) return std::nullopt;
      if (*call < clause.body.size()) keep_carried(clause, clause.body[*call], loop.carried);
    }
    const auto carried = std::ranges::count(loop.carried, true);
    if (carried == 0 || static_cast<std::size_t>(carried) == loop.carried.size()) return std::nullopt;
    for (const Clause& clause : predicate.clauses) {
      const std::size_t call = *recursive_call(clause);
      if (call < clause.body.size() && !step_is_bound(clause, call, loop.carried)) return std::nullopt;
    }
    return find_entries(p, loop) ? std::optional(loop) : std::nullopt;
  }

  // Visits the calls of p from outside; false as soon as the visitor says so.
  template <class Set, class Visit>
  static bool each_entry(Set& set, PredicateId p, Visit&& visit) {
    for (PredicateId q = 0; q < set.predicates.size(); ++q) {
      if (q == p) continue;
      for (auto& clause : set.predicates[q].clauses) {
        for (auto& lit : clause.body) {
          if (is_call(lit) && lit.predicate == p && !visit(lit)) return false;
        }
      }
    }
    return true;
  }

  static std::optional<std::vector<TermId>> entry_of(const Literal& call, const std::vector<bool>& carried) {
    std::vector<TermId> entry;
    for (const Pattern& arg : selected(call.args, carried, false)) {
      if (arg.kind != Pattern::Kind::Constant) return std::nullopt;
      entry.push_back(arg.constant);
    }
    return entry;
  }

  bool find_entries(PredicateId p, Loop& loop) const {
    return each_entry(set_, p, [&](const Literal& call) {
      const auto entry = entry_of(call, loop.carried);
      if (!entry || call.facts_only) return false;
      if (std::ranges::find(loop.entries, *entry) == loop.entries.end()) loop.entries.push_back(*entry);
      return loop.entries.size() <= kMostEntries;
    });
  }

  void rewrite(PredicateId p, const Loop& loop) {
    std::map<std::vector<TermId>, PredicateId> results;
    for (const std::vector<TermId>& entry : loop.entries) results.emplace(entry, walk_from(p, loop, entry));
    each_entry(set_, p, [&](Literal& call) {
      call.predicate = results.at(*entry_of(call, loop.carried));
      call.args = selected(call.args, loop.carried, true);
      return true;
    });
  }

  // The relations `reached` and `result` of one entry; the latter is returned.
  PredicateId walk_from(PredicateId p, const Loop& loop, const std::vector<TermId>& entry) {
    const PredicateId reached = auxiliaries_.fresh(static_cast<std::uint32_t>(entry.size()));
    const PredicateId result = auxiliaries_.fresh(static_cast<std::uint32_t>(loop.carried.size() - entry.size()));
    set_.predicates[reached].facts.push_back(entry);
    const Predicate& predicate = set_.predicates[p];
    std::vector<Clause> clauses = predicate.clauses;
    for (const std::vector<TermId>& fact : predicate.facts) {
      Clause exit;
      std::ranges::transform(fact, std::back_inserter(exit.head), constant_of);
      exit.predicate = p;
      clauses.push_back(std::move(exit));
    }
    for (Clause& clause : clauses) {
      const std::size_t call = *recursive_call(clause);
      Literal here;
      here.predicate = reached;
      here.args = selected(clause.head, loop.carried, false);
      if (call < clause.body.size()) {
        clause.predicate = reached;
        clause.head = selected(clause.body[call].args, loop.carried, false);
        clause.body.erase(clause.body.begin() + static_cast<std::ptrdiff_t>(call));
      } else {
        clause.predicate = result;
        clause.head = selected(clause.head, loop.carried, true);
      }
      clause.body.insert(clause.body.begin(), std::move(here));
      for (Clause& each : unfold_helpers(set_, std::move(clause)))
        set_.predicates[each.predicate].clauses.push_back(std::move(each));
    }
    return result;
  }

  ClauseSet& set_;
  AuxiliaryRelations& auxiliaries_;
};

}  // namespace

void run_loops_forwards(ClauseSet& set, AuxiliaryRelations& auxiliaries) { CountingLoops(set, auxiliaries).run(); }

}  // namespace agon::ground
