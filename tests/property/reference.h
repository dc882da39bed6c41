// The reference semantics, as a naive bottom-up evaluator: the strongly connected components of the dependency graph in order, each
// repeated to its fixpoint, every rule tried against every fact (Apt, Blair and Walker 1988: the perfect model of a stratified
// program). No indices, no plans, no tables: slow on purpose, short enough to be checked by reading. For rules that are safe (see
// below) and have finitely many consequences.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "game/terms.h"
#include "gdl/dependency.h"
#include "gdl/rules.h"

namespace agon::property {

// A ground term.
struct Value {
  SymbolId name;
  std::vector<Value> args;
  friend bool operator==(const Value& a, const Value& b) { return a.name == b.name && a.args == b.args; }
  friend bool operator<(const Value& a, const Value& b) { return a.name != b.name ? a.name < b.name : a.args < b.args; }
};
using Row = std::vector<Value>;  // the arguments of a ground atom
using Rows = std::set<Row>;
using Model = std::map<gdl::Relation, Rows>;

[[nodiscard]] std::string text(const Value& value, const SymbolTable& symbols);
[[nodiscard]] std::string text(const Row& row, const SymbolTable& symbols);
[[nodiscard]] Value value_of(const game::TermBank& terms, TermId id);
[[nodiscard]] TermId term_of(game::TermBank& terms, const Value& value);

// A rule with undisputed semantics: variables of the head and of `distinct` are bound by a positive condition, and so is every
// variable of a `not`, unless it occurs inside that one `not` only ("there is no such"). An `or` binds what all its alternatives
// bind.
[[nodiscard]] bool safe(const gdl::Rule& rule);
// No relation depends on its own negation.
[[nodiscard]] bool stratified(const gdl::Rules& rules);

class Reference {
 public:
  explicit Reference(const gdl::Rules& rules) : rules_(rules), graph_(rules) {}

  // The perfect model of a state and a joint move (both may be empty). Throws std::runtime_error when there are more than
  // `max_rows` rows in one relation.
  [[nodiscard]] Model model(const std::set<Value>& state, const std::vector<std::pair<Value, Value>>& does,
                            std::size_t max_rows = 20'000) const;

 private:
  const gdl::Rules& rules_;
  gdl::DependencyGraph graph_;
};

// The rows of a relation, none if there are none.
[[nodiscard]] const Rows& rows_of(const Model& model, gdl::Relation relation);

}  // namespace agon::property
