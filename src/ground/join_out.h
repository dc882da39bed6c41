// Clauses made lighter by joining variables out of them.
//
// "Four pieces in a line that share a trait" has an instance for every four pieces; with "a piece on this cell has this trait" as a
// relation of its own it has one for every trait. The general form: a variable that a condition on the state shares with static ones and
// with nothing else is joined out first, if what is left has no more variables than one of the conditions had. Where clauses are light
// this would only add names for what is there already, so it is done to those that have shown that they are not.
#pragma once

#include "ground/auxiliary.h"

namespace agon::ground {

// Nothing happens to a clause that has no such variable.
void join_out(ClauseSet& set, AuxiliaryRelations& auxiliaries, PredicateId predicate, std::size_t clause);
// Something would. Never of a relation that join_out made: it has one condition on the state.
[[nodiscard]] bool can_join_out(const ClauseSet& set, const Clause& clause);

}  // namespace agon::ground
