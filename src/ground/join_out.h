// Variable elimination: clauses with many instances are decomposed by joining variables out of them.
//
// "Four pieces in a line that share a trait" has an instance for every four pieces; with an auxiliary relation for "a piece on this
// cell has this trait" it has one for every trait. The general form: a variable that one state condition shares with static ones
// and with nothing else is eliminated first, if the result has no more variables than one of the conditions had. In a clause with
// few instances this would only duplicate relations, so it is done only where many have been counted.
#pragma once

#include "ground/auxiliary.h"

namespace agon::ground {

// How many instances of a clause were counted. Of a very heavy clause more is joined out than of a heavy one, at the price of
// larger relations in between.
enum class Weight : std::uint8_t { Heavy, VeryHeavy };

// Leaves a clause without such a variable unchanged.
void join_out(ClauseSet& set, AuxiliaryRelations& auxiliaries, PredicateId predicate, std::size_t clause, Weight weight);
// Whether join_out would change the clause.
[[nodiscard]] bool can_join_out(const ClauseSet& set, const Clause& clause, Weight weight);

}  // namespace agon::ground
