// Relations that no sheet names, made from parts of rules.
#pragma once

#include <string>
#include <vector>

#include "ground/clause_variables.h"

namespace agon::ground {

class AuxiliaryRelations {
 public:
  explicit AuxiliaryRelations(ClauseSet& set) : set_(set) {}

  // One without clauses.
  PredicateId fresh(std::uint32_t arity);
  // The call of a relation over `scope` that is defined by `body`. Equal definitions share one relation.
  Literal call(const std::vector<VariableId>& scope, std::vector<Literal> body);

 private:
  ClauseSet& set_;
  absl::flat_hash_map<std::string, PredicateId> made_;  // by definition
};

}  // namespace agon::ground
