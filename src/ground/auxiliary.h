// Auxiliary relations, defined by parts of rules and not named in the rule sheet.
#pragma once

#include <string>
#include <vector>

#include "ground/clause_variables.h"

namespace agon::ground {

class AuxiliaryRelations {
 public:
  explicit AuxiliaryRelations(ClauseSet& set) : set_(set) {}

  // A new relation without clauses.
  PredicateId fresh(std::uint32_t arity);
  // A literal over `scope` whose relation is defined by `body`. Equal definitions share one relation.
  Literal call(const std::vector<VariableId>& scope, std::vector<Literal> body);

 private:
  ClauseSet& set_;
  absl::flat_hash_map<std::string, PredicateId> made_;  // by definition
};

// A relation for messages: `name/arity`, or the rules that an auxiliary relation is a part of. The number of an auxiliary name may
// be that of a constant in the sheet, so it says nothing to an author.
[[nodiscard]] std::string relation_text(const ClauseSet& set, PredicateId id, const SymbolTable& symbols);

}  // namespace agon::ground
