// Rules prepared for unification: terms of a bank, variables by number, and what each relation depends on.
//
// Bodies keep the shape that their author gave them: a disjunction inside a rule is one conjunct, not two rules, because the fuzzy
// evaluation gives these different degrees.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "game/terms.h"
#include "gdl/rules.h"
#include "ground/clauses.h"

namespace agon::knowledge::evaluation {

using ground::Pattern;
using RelationId = std::uint32_t;
using Row = std::vector<TermId>;

struct Condition {
  using Kind = gdl::Formula::Kind;
  Kind kind = Kind::Atom;
  RelationId relation = 0;       // of Atom
  std::vector<Pattern> args;     // of Atom and Distinct
  std::vector<Condition> parts;  // of Not, And, Or
  std::vector<ground::VariableId> variables;
  bool dynamic = false;  // depends on the state
};

struct BodyRule {
  std::vector<Pattern> head;
  std::vector<Condition> body;
  std::uint32_t variables = 0;
};

struct RelationRules {
  SymbolId name;
  std::uint32_t arity = 0;
  std::vector<BodyRule> rules;  // in the order of the sheet, facts too
  std::vector<Row> facts;       // of those, the ones without body and variables
  bool only_facts = true;
  bool dynamic = false;
  bool recursive = false;
};

struct RuleBase {
  std::shared_ptr<game::TermBank> terms;
  std::vector<RelationRules> relations;
  absl::flat_hash_map<std::uint64_t, RelationId> ids;  // by name and arity
  RelationId true_relation = 0, goal = 0, terminal = 0;

  // `terms` must be made from the symbols of the rules. Throws LimitReached.
  RuleBase(const gdl::Rules& rules, std::shared_ptr<game::TermBank> bank);
  [[nodiscard]] std::string text(RelationId relation, const Row& args) const;

 private:
  friend class RuleBaseBuilder;
  RelationId relation(SymbolId name, std::size_t arity);
};

// The value of a pattern under a binding; kNone where a variable is free.
[[nodiscard]] TermId instance(game::TermBank& terms, const Pattern& pattern, const Row& binding);
// Binds the variables of the pattern so that it is the term. False, with a binding that is of no more use, where it cannot be.
[[nodiscard]] bool unify(const game::TermBank& terms, const Pattern& pattern, TermId term, Row& binding);

}  // namespace agon::knowledge::evaluation
