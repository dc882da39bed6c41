#include "knowledge/proofs/domains.h"

#include <fmt/format.h>

#include <deque>
#include <limits>

#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {
namespace {

using gdl::Keyword;
using ground::Literal;
using ground::Pattern;

const std::set<Functor> kNothing;

}  // namespace

Domains::Domains(const ground::ClauseSet& clauses, const game::TermBank& terms) : bank_(terms) {
  for (const ground::Predicate& predicate : clauses.predicates) {
    // Enumerations of fluents and moves for other players: no rule of play reads them.
    if (gdl::is(predicate.relation.name, Keyword::Base) || gdl::is(predicate.relation.name, Keyword::Input)) continue;
    for (const std::vector<TermId>& row : predicate.facts) {
      for (std::uint32_t i = 0; i < row.size(); ++i) note_term({true, predicate.relation, i}, row[i]);
    }
    for (const ground::Clause& clause : predicate.clauses) add_clause(clause, clauses);
  }
  into_[relation_place(Keyword::Init, 1, 0)].insert(relation_place(Keyword::True, 1, 0));
  into_[relation_place(Keyword::Next, 1, 0)].insert(relation_place(Keyword::True, 1, 0));
  for (std::uint32_t i = 0; i < 2; ++i) into_[relation_place(Keyword::Legal, 2, i)].insert(relation_place(Keyword::Does, 2, i));
  close();
}

void Domains::note_term(const Place& place, TermId term) {
  const game::TermBank::Node& node = bank_.node(term);
  const Functor functor{node.functor, node.arity};
  elements_[place].insert(functor);
  for (std::uint32_t i = 0; i < node.arity; ++i) note_term({false, functor, i}, node.args[i]);
}

void Domains::collect_sources(const Place& place, const Pattern& pattern, std::vector<std::vector<Place>>& sources) {
  if (pattern.kind == Pattern::Kind::Variable) {
    if (pattern.variable >= sources.size()) sources.resize(pattern.variable + 1);
    sources[pattern.variable].push_back(place);
  }
  const Functor functor{pattern.functor, static_cast<std::uint32_t>(pattern.args.size())};
  for (std::uint32_t i = 0; i < pattern.args.size(); ++i) collect_sources({false, functor, i}, pattern.args[i], sources);
}

void Domains::note_head(const Place& place, const Pattern& pattern, const std::vector<std::vector<Place>>& sources) {
  switch (pattern.kind) {
    case Pattern::Kind::Variable:
      if (pattern.variable < sources.size()) {
        for (const Place& source : sources[pattern.variable]) into_[source].insert(place);
      }
      break;
    case Pattern::Kind::Constant: note_term(place, pattern.constant); break;
    case Pattern::Kind::Compound: {
      const Functor functor{pattern.functor, static_cast<std::uint32_t>(pattern.args.size())};
      elements_[place].insert(functor);
      for (std::uint32_t i = 0; i < pattern.args.size(); ++i) note_head({false, functor, i}, pattern.args[i], sources);
      break;
    }
  }
}

void Domains::add_clause(const ground::Clause& clause, const ground::ClauseSet& set) {
  std::vector<std::vector<Place>> sources(clause.variables);
  for (const Literal& literal : clause.body) {
    if (literal.kind == Literal::Kind::Positive) {
      for (std::uint32_t i = 0; i < literal.args.size(); ++i)
        collect_sources({true, set.predicates[literal.predicate].relation, i}, literal.args[i], sources);
    } else if (literal.kind == Literal::Kind::Equal && literal.args[0].kind == Pattern::Kind::Variable) {
      // A variable that only an equation binds: the other side is what it can be.
      const Place own{true, {SymbolId{0xffffffff}, equations_++}, 0};
      note_head(own, literal.args[1], sources);
      sources[literal.args[0].variable].push_back(own);
    }
  }
  for (std::uint32_t i = 0; i < clause.head.size(); ++i)
    note_head({true, set.predicates[clause.predicate].relation, i}, clause.head[i], sources);
}

void Domains::close() {
  std::deque<Place> todo;
  for (const auto& [place, functors] : elements_) todo.push_back(place);
  while (!todo.empty()) {
    const Place place = todo.front();
    todo.pop_front();
    const auto targets = into_.find(place);
    if (targets == into_.end()) continue;
    const std::set<Functor> own = elements_[place];
    for (const Place& target : targets->second) {
      std::set<Functor>& there = elements_[target];
      const std::size_t before = there.size();
      there.insert(own.begin(), own.end());
      if (there.size() > before) todo.push_back(target);
    }
  }
}

const std::set<Functor>& Domains::at(const Place& place) const {
  const auto found = elements_.find(place);
  return found == elements_.end() ? kNothing : found->second;
}

double Domains::size_of(const Place& place, std::set<Place>& open) const {
  if (!open.insert(place).second) return std::numeric_limits<double>::infinity();
  double total = 0;
  for (const Functor& functor : at(place)) {
    double product = 1;
    for (std::uint32_t i = 0; i < functor.arity; ++i) product *= size_of({false, functor, i}, open);
    total += product;
  }
  open.erase(place);
  return total;
}

double Domains::size(const Place& place) const {
  std::set<Place> open;
  return size_of(place, open);
}

bool Domains::finite(const Place& place) const { return size(place) < std::numeric_limits<double>::infinity(); }

bool Domains::expand(const Place& place, std::size_t most, std::vector<gdl::Term>& out) const {
  for (const Functor& functor : at(place)) {
    std::vector<gdl::Term> partial{constant_term(functor.name)};
    for (std::uint32_t i = 0; i < functor.arity; ++i) {
      std::vector<gdl::Term> values;
      if (!expand({false, functor, i}, most, values)) return false;
      std::vector<gdl::Term> longer;
      if (partial.size() * values.size() > most) return false;
      for (const gdl::Term& left : partial) {
        for (const gdl::Term& value : values) {
          longer.push_back(left);
          longer.back().args.push_back(value);
        }
      }
      partial = std::move(longer);
    }
    out.insert(out.end(), partial.begin(), partial.end());
    if (out.size() > most) return false;
  }
  return true;
}

Result<std::vector<gdl::Term>> Domains::terms(const Place& place, std::size_t most) const {
  if (!finite(place))
    return bad_input("domain-infinite", "a variable of the property ranges over infinitely many terms",
                     "write constants or a function in its place");
  std::vector<gdl::Term> result;
  if (!expand(place, most, result))
    return bad_input("domain-large", fmt::format("a variable of the property ranges over more than {} terms", most),
                     "write constants or a function in its place");
  return result;
}

}  // namespace agon::knowledge::proofs
