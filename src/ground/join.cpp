#include "ground/join.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "base/hash.h"

namespace agon::ground {
namespace {

constexpr std::uint32_t kSample = 256;

// The expected number of rows of one look-up, estimated from a sample of the relation.
double expected_rows(const Relation& relation, std::uint32_t n, const Matcher& matcher, const game::TermBank& terms) {
  if (n == 0) return 0;
  const std::uint32_t taken = std::min(n, kSample);
  std::uint32_t fits = 0;
  absl::flat_hash_set<std::uint64_t> keys;
  for (std::uint32_t i = 0; i < taken; ++i) {
    const auto derived = static_cast<std::uint32_t>(std::uint64_t{i} * n / taken);
    const std::span<const TermId> row = relation.row(relation.local_of(derived));
    if (!matcher.fits(terms, row)) continue;
    ++fits;
    std::uint64_t h = 1;
    for (const Path& path : matcher.keys) h = mix(h, Matcher::at(terms, row, path).value);
    keys.insert(h);
  }
  if (fits == 0) return taken == n ? 0.0 : 0.5;
  const double scale = static_cast<double>(n) / taken;
  // Keys that hardly repeat in the sample will keep being new; keys that repeat have all been seen.
  const double distinct = static_cast<double>(keys.size()) * (static_cast<double>(keys.size()) > 0.7 * fits ? scale : 1.0);
  return fits * scale / std::max(1.0, distinct);
}

bool all_bound(const Literal& lit, const std::vector<bool>& bound) {
  bool result = true;
  for (const Pattern& arg : lit.args) for_each_variable(arg, [&](VariableId v) { result &= static_cast<bool>(bound[v]); });
  return result;
}

}  // namespace

JoinPlan plan_join(const Clause& clause, std::size_t fresh, const std::vector<bool>& inner, std::vector<Relation>& relations,
                   const std::vector<bool>& is_static, const game::TermBank& terms) {
  JoinPlan plan;
  std::vector<bool> bound(clause.variables, false);
  std::vector<bool> done(clause.body.size(), false);

  const auto add_probe = [&](std::size_t i) {
    const Literal& lit = clause.body[i];
    const Matcher matcher(lit.args, bound);
    JoinStep step;
    step.literal = &lit;
    step.relation = &relations[lit.predicate];
    step.index = &step.relation->index(matcher);
    step.keys = matcher.key_variables;
    step.outputs = matcher.output_variables;
    if (i == fresh) {
      step.rows = JoinStep::Rows::New;
    } else if (inner[lit.predicate] && fresh < clause.body.size() && i < fresh) {
      step.rows = JoinStep::Rows::Old;
    }
    for (const VariableId v : step.outputs) bound[v] = true;
    plan.steps.push_back(std::move(step));
    done[i] = true;
  };
  // Tests as early as their variables allow.
  const auto add_tests = [&] {
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const Literal& lit = clause.body[i];
      if (done[i] || lit.kind == Literal::Kind::Positive || !all_bound(lit, bound)) continue;
      done[i] = true;
      JoinStep step;
      step.literal = &lit;
      switch (lit.kind) {
        case Literal::Kind::Distinct: step.kind = JoinStep::Kind::Distinct; break;
        case Literal::Kind::Equal: step.kind = JoinStep::Kind::Equal; break;
        default:
          if (!is_static[lit.predicate]) continue;  // becomes a condition of the ground rule
          step.kind = JoinStep::Kind::Absent;
          step.relation = &relations[lit.predicate];
      }
      plan.steps.push_back(std::move(step));
    }
  };

  if (fresh < clause.body.size()) add_probe(fresh);
  add_tests();
  for (;;) {
    std::size_t best = clause.body.size();
    double best_rows = 0;
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const Literal& lit = clause.body[i];
      if (done[i] || lit.kind != Literal::Kind::Positive) continue;
      const double rows =
          expected_rows(relations[lit.predicate], relations[lit.predicate].all_end, Matcher(lit.args, bound), terms);
      if (best == clause.body.size() || rows < best_rows) {
        best = i;
        best_rows = rows;
      }
    }
    if (best == clause.body.size()) break;
    add_probe(best);
    add_tests();
  }
  return plan;
}

}  // namespace agon::ground
