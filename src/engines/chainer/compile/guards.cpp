#include "engines/chainer/compile/guards.h"

#include <algorithm>
#include <map>

#include "gdl/rules.h"

namespace agon::engines::chainer {
namespace {

using gdl::Keyword;
using ground::Clause;
using ground::Literal;
using ground::Pattern;
using ground::Predicate;
using ground::PredicateId;

class Guards {
 public:
  Guards(std::vector<Predicate>& predicates, PredicateId universe) : predicates_(predicates), universe_(universe) {}

  std::vector<PredicateId> run() {
    find_open_places();
    if (!any_) return {};
    const std::size_t count = predicates_.size();
    for (PredicateId p = 0; p < count; ++p) {
      for (std::size_t j = 0; j < open_[p].size(); ++j) {
        if (open_[p][j]) guards_[{p, j}] = make_guard();
      }
    }
    open_.resize(predicates_.size());
    for (PredicateId p = 0; p < count; ++p) {
      for (Clause& clause : predicates_[p].clauses) guard(p, clause);
    }
    for (PredicateId p = 0; p < count; ++p) {
      for (std::size_t c = 0; c < predicates_[p].clauses.size(); ++c) collect_questions(Clause(predicates_[p].clauses[c]));
    }
    std::vector<PredicateId> result;
    for (const auto& [place, guard] : guards_) result.push_back(guard);
    return result;
  }

 private:
  // Queries from outside bind no arguments of an answer.
  [[nodiscard]] bool is_answer(PredicateId p) const {
    if (predicates_[p].auxiliary) return false;
    const SymbolId name = predicates_[p].relation.name;
    for (const Keyword word : {Keyword::Role, Keyword::Init, Keyword::True, Keyword::Legal, Keyword::Does, Keyword::Next,
                               Keyword::Terminal, Keyword::Goal, Keyword::Base, Keyword::Input, Keyword::Sees}) {
      if (is(name, word)) return true;
    }
    return false;
  }

  static bool mentions(const Pattern& pattern, ground::VariableId v) {
    bool found = false;
    for_each_variable(pattern, [&](ground::VariableId w) { found = found || w == v; });
    return found;
  }

  // Is the variable bound by some condition, whatever the call?
  [[nodiscard]] bool bound(const Clause& clause, ground::VariableId v) const {
    if (read(clause, v)) return true;
    const auto all_read = [&](const Pattern& side) {
      bool all = true;
      for_each_variable(side, [&](ground::VariableId w) { all = all && read(clause, w); });
      return all;
    };
    return std::ranges::any_of(clause.body, [&](const Literal& literal) {
      if (literal.kind != Literal::Kind::Equal) return false;
      return (mentions(literal.args[0], v) && all_read(literal.args[1])) ||
             (mentions(literal.args[1], v) && all_read(literal.args[0]));
    });
  }
  [[nodiscard]] bool read(const Clause& clause, ground::VariableId v) const {
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::Positive) continue;
      for (std::size_t i = 0; i < literal.args.size(); ++i) {
        if (!open_[literal.predicate][i] && mentions(literal.args[i], v)) return true;
      }
    }
    return false;
  }

  void find_open_places() {
    for (const Predicate& predicate : predicates_) {
      std::size_t arity = predicate.relation.arity;
      if (!predicate.clauses.empty()) arity = predicate.clauses.front().head.size();
      open_.emplace_back(arity, false);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (PredicateId p = 0; p < predicates_.size(); ++p) {
        if (is_answer(p)) continue;
        for (const Clause& clause : predicates_[p].clauses) {
          for (std::size_t j = 0; j < clause.head.size(); ++j) {
            const Pattern& arg = clause.head[j];
            if (open_[p][j] || arg.kind != Pattern::Kind::Variable || bound(clause, arg.variable)) continue;
            open_[p][j] = changed = any_ = true;
          }
        }
      }
    }
  }

  static Literal positive(PredicateId predicate, const Pattern& arg) {
    Literal literal;
    literal.predicate = predicate;
    literal.args.push_back(arg);
    return literal;
  }

  PredicateId make_guard() {
    const auto id = static_cast<PredicateId>(predicates_.size());
    Predicate& guard = predicates_.emplace_back();
    guard.auxiliary = true;
    guard.relation.arity = 1;
    Pattern any;
    any.kind = Pattern::Kind::Variable;
    Clause clause;
    clause.predicate = id;
    clause.head.push_back(any);
    clause.body.push_back(positive(universe_, any));
    clause.variables = 1;
    guard.clauses.push_back(std::move(clause));
    return id;
  }

  void guard(PredicateId p, Clause& clause) {
    std::vector<Literal> extra;
    for (std::size_t j = 0; j < clause.head.size(); ++j) {
      const Pattern& arg = clause.head[j];
      if (!open_[p][j] || arg.kind != Pattern::Kind::Variable || bound(clause, arg.variable)) continue;
      extra.push_back(positive(guards_.at({p, j}), arg));
    }
    clause.body.insert(clause.body.end(), extra.begin(), extra.end());
  }

  // The calls that a clause makes to open places, and where their values come from.
  void collect_questions(const Clause& clause) {
    for (const Literal& question : clause.body) {
      if (question.kind != Literal::Kind::Positive && question.kind != Literal::Kind::Negative) continue;
      for (std::size_t j = 0; j < question.args.size(); ++j) {
        if (!open_[question.predicate].empty() && open_[question.predicate][j]) {
          Clause from;
          from.predicate = guards_.at({question.predicate, j});
          from.head.push_back(question.args[j]);
          from.variables = clause.variables;
          for (const Literal& literal : clause.body) {
            const bool equal = literal.kind == Literal::Kind::Equal;
            const bool safe = literal.kind == Literal::Kind::Positive && std::ranges::count(open_[literal.predicate], true) == 0;
            if ((equal || safe) && shares_variable(literal, question.args[j])) from.body.push_back(literal);
          }
          predicates_[from.predicate].clauses.push_back(std::move(from));
        }
      }
    }
  }

  static bool shares_variable(const Literal& literal, const Pattern& arg) {
    bool shared = false;
    for_each_variable(arg, [&](ground::VariableId v) {
      for (const Pattern& other : literal.args) shared = shared || mentions(other, v);
    });
    return shared;
  }

  std::vector<Predicate>& predicates_;
  PredicateId universe_;
  std::vector<std::vector<bool>> open_;  // per predicate and place
  bool any_ = false;
  std::map<std::pair<PredicateId, std::size_t>, PredicateId> guards_;
};

}  // namespace

std::vector<PredicateId> add_guards(std::vector<Predicate>& predicates, PredicateId universe) {
  return Guards(predicates, universe).run();
}

}  // namespace agon::engines::chainer
