#include "engines/chainer/compile/projections.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace agon::engines::chainer {
namespace {

using ground::Clause;
using ground::Literal;
using ground::Pattern;
using ground::Predicate;
using ground::PredicateId;

class Projections {
 public:
  explicit Projections(std::vector<Predicate>& predicates) : predicates_(predicates) {}

  std::vector<PredicateId> run() {
    const std::size_t count = predicates_.size();
    for (PredicateId p = 0; p < count; ++p) project(p);
    return std::move(projected_);
  }

 private:
  // `not q(X, Y)` with Y nowhere else: the negation of the projection of q to X, a new relation.
  void project(PredicateId p) {
    for (std::size_t c = 0; c < predicates_[p].clauses.size(); ++c) {
      std::vector<int> uses(predicates_[p].clauses[c].variables, 0);
      const auto use = [&](ground::VariableId v) { ++uses[v]; };
      for (const Pattern& arg : predicates_[p].clauses[c].head) for_each_variable(arg, use);
      for (const Literal& literal : predicates_[p].clauses[c].body) {
        for (const Pattern& arg : literal.args) for_each_variable(arg, use);
      }
      for (std::size_t i = 0; i < predicates_[p].clauses[c].body.size(); ++i) {
        const Literal& literal = predicates_[p].clauses[c].body[i];
        if (literal.kind != Literal::Kind::Negative) continue;
        std::vector<bool> kept;
        for (const Pattern& arg : literal.args) kept.push_back(arg.kind != Pattern::Kind::Variable || uses[arg.variable] > 1);
        if (std::ranges::count(kept, false) == 0) continue;
        Literal projected;
        projected.kind = Literal::Kind::Negative;
        for (std::size_t a = 0; a < kept.size(); ++a) {
          if (kept[a]) projected.args.push_back(literal.args[a]);
        }
        projected.predicate = projection(literal.predicate, kept);
        predicates_[p].clauses[c].body[i] = std::move(projected);
      }
    }
  }

  PredicateId projection(PredicateId of, const std::vector<bool>& kept) {
    const auto [place, fresh] = projections_.emplace(std::pair(of, kept), static_cast<PredicateId>(predicates_.size()));
    if (!fresh) return place->second;
    Clause clause;
    clause.predicate = place->second;
    Literal literal;
    literal.predicate = of;
    for (std::uint32_t v = 0; v < kept.size(); ++v) {
      Pattern arg;
      arg.kind = Pattern::Kind::Variable;
      arg.variable = v;
      literal.args.push_back(arg);
      if (kept[v]) clause.head.push_back(arg);
    }
    clause.body.push_back(std::move(literal));
    clause.variables = static_cast<std::uint32_t>(kept.size());
    Predicate& predicate = predicates_.emplace_back();
    predicate.auxiliary = true;
    predicate.clauses.push_back(std::move(clause));
    projected_.push_back(of);
    return place->second;
  }

  std::vector<Predicate>& predicates_;
  absl::flat_hash_map<std::pair<PredicateId, std::vector<bool>>, PredicateId> projections_;
  std::vector<PredicateId> projected_;
};

}  // namespace

std::vector<PredicateId> project_local_variables(std::vector<Predicate>& predicates) { return Projections(predicates).run(); }

}  // namespace agon::engines::chainer
