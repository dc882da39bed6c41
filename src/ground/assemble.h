// The final stage of grounding: constant folding, removal of atoms that no answer depends on, numbering of the rest.
#pragma once

#include <functional>

#include "gdl/rules.h"
#include "ground/rule_store.h"

namespace agon::ground {

// The predicates of the answers; one past the last predicate where a sheet has none.
struct KeywordPredicates {
  PredicateId role, init, legal, next, terminal, goal, sees;
};

struct Assembly {
  const gdl::Rules& rules;
  std::shared_ptr<game::TermBank> terms;
  const ClauseSet& set;
  const std::vector<Relation>& relations;
  const RuleStore& store;
  KeywordPredicates names;
  std::function<void(std::size_t extra_bytes)> check_budget;
};

[[nodiscard]] std::shared_ptr<const GroundProgram> assemble(const Assembly& input);

}  // namespace agon::ground
