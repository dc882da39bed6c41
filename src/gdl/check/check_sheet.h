// The context of the checks: the sheet with its tables, computed once, and the list of findings. Private to the check_*.cpp files.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <span>
#include <string>

#include "gdl/check/check.h"
#include "gdl/check/similar_names.h"
#include "gdl/dependency.h"
#include "gdl/rules.h"

namespace agon::gdl {

class Sheet {
 public:
  explicit Sheet(const Rules& rules);

  // Severity comes from the catalogue in check.cpp; a code that is not there is a bug.
  void report(std::string_view code, Span span, std::string message, std::string hint);
  // Of each code a thousand are kept, and the rest is counted.
  [[nodiscard]] Diagnostics take_findings() { return std::move(findings_); }
  [[nodiscard]] Diagnostics left_out() const;

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const DependencyGraph& graph() const { return graph_; }
  [[nodiscard]] bool real_time() const { return rules_.dialect().real_time; }

  // How often a name occurs as relation, function or constant; variables do not count.
  [[nodiscard]] std::uint32_t uses(SymbolId name) const { return uses_[name.index()]; }
  // Defined by rules, or by the external function of this name.
  [[nodiscard]] bool defined(Relation relation) const { return heads_.contains(relation) || external(relation); }
  [[nodiscard]] bool external(Relation relation) const { return externals_.contains(relation); }
  // A library is included without declarations of its functions: whatever is undefined here may be defined there.
  [[nodiscard]] bool open_ended() const { return open_ended_; }
  // The function that a fact seems to declare for a library that is not included above it: `(math (add ?a ?b ?c))`, or
  // `math (add ?a ?b ?c)` on one line, where two facts go together. Null for any other rule.
  [[nodiscard]] const Term* stray_declaration(const Rule& rule) const;
  // Indices of the rules with this keyword in the head, of any arity.
  [[nodiscard]] std::vector<std::uint32_t> rules_for(Keyword keyword) const;
  // The arity that the sheet's dialect gives to a keyword; -1 if it is an ordinary name here.
  [[nodiscard]] int keyword_arity(SymbolId name) const;
  [[nodiscard]] bool keyword(SymbolId name) const { return keyword_arity(name) >= 0; }
  // A keyword with the wrong number of arguments: one finding says so, and the rest of it is left alone.
  [[nodiscard]] bool malformed(const Term& atom) const {
    return keyword(atom.name) && keyword_arity(atom.name) != static_cast<int>(atom.args.size());
  }
  // The fluent inside true, init, next and expired: behind the lifetime, where there is one. Null if there is none.
  [[nodiscard]] const Term* fluent(const Term& atom) const;
  // The role constants, if every role is a ground fact; otherwise nothing is known about who plays.
  [[nodiscard]] const absl::flat_hash_set<SymbolId>& roles() const { return roles_; }
  [[nodiscard]] bool roles_known() const { return roles_known_ && !roles_.empty(); }

  // For messages: a term as the author wrote it, name/arity, 'name', a line number, and the place of a term's name alone.
  [[nodiscard]] std::string written(const Term& term) const;
  [[nodiscard]] std::string show(Relation relation) const;
  [[nodiscard]] std::string show_chain(
      std::span<const std::uint32_t> nodes) const;  // p/1 -> q/2 -> ..., the middle left out if long
  [[nodiscard]] const std::string& text(SymbolId name) const { return rules_.symbols().text(name); }
  [[nodiscard]] std::uint32_t line(Span span) const;
  [[nodiscard]] Span name_span(const Term& term) const;
  // A more frequent name one slip away, of the same arity: for an atom a relation, for a term a function or constant.
  [[nodiscard]] SimilarNames::Match meant(const Term& term, bool atom) const;
  // "did you mean 'white'?", or nothing.
  [[nodiscard]] std::string did_you_mean(const Term& term, bool atom) const;

 private:
  void count_names();
  void find_roles();
  void find_stray_declarations();

  const Rules& rules_;
  DependencyGraph graph_;
  Diagnostics findings_;
  absl::flat_hash_map<std::string_view, std::size_t> reported_;  // by code
  std::vector<std::uint32_t> uses_;
  SimilarNames frequent_;  // names used more than once, and the keywords
  absl::flat_hash_set<Relation> heads_;
  absl::flat_hash_set<Relation> externals_;
  absl::flat_hash_set<Relation> functors_;  // of terms
  absl::flat_hash_map<const Rule*, const Term*> stray_;
  absl::flat_hash_set<SymbolId> roles_;
  bool roles_known_ = true;
  bool open_ended_ = false;
  std::vector<std::uint32_t> line_starts_;
};

// Calls visit(term) for the term and all its subterms.
template <class Visit>
void for_each_term(const Term& term, Visit&& visit) {
  visit(term);
  for (const Term& arg : term.args) for_each_term(arg, visit);
}

// Calls visit(atom, negated, head) for the head and each body atom.
template <class Visit>
void for_each_atom(const Rule& rule, Visit&& visit) {
  visit(rule.head, false, true);
  for (const Formula& formula : rule.body) {
    for_each_atom(formula, false, [&](const Term& atom, bool negated) { visit(atom, negated, false); });
  }
}

// Every atom and `distinct` pair of a formula, at any depth.
template <class Visit>
void for_each_leaf(const Formula& formula, Visit&& visit) {
  if (formula.parts.empty()) visit(formula);
  for (const Formula& part : formula.parts) for_each_leaf(part, visit);
}

// One idea each; they run in this order.
void check_roles(Sheet& sheet);         // the roles, and whether all can move and score
void check_keywords(Sheet& sheet);      // arity and position of keywords
void check_notation(Sheet& sheet);      // tuples, parentheses, arrows and negation as other readers may not take them
void check_dependencies(Sheet& sheet);  // what init, legal, terminal, goal, base and input may depend on
void check_safety(Sheet& sheet);        // range restriction: each variable is bound
void check_recursion(Sheet& sheet);     // stratification and the recursion restriction
void check_definitions(Sheet& sheet);   // undefined and unused relations
void check_domains(Sheet& sheet);       // fluents, moves and constants that can never occur
void check_names(Sheet& sheet);         // several arities, misspellings
void check_repetition(Sheet& sheet);    // duplicate rules, idle `distinct`
void check_dialects(Sheet& sheet);      // lifetimes, outside functions

}  // namespace agon::gdl
