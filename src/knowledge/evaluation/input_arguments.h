// Input arguments of fluents by refutation in random play: the arguments that determine the others, such as the coordinates of a
// cell (Schiffel, section 5.2.3). What survives was seen, not proved.
//
// Hypotheses are sets of arguments, at first the empty one. A state in which two fluents agree on a set refutes it; its supersets
// by one argument take its place, where no smaller hypothesis is left among their subsets. The search ends when every hypothesis
// has been affirmed by `confirmations` states.
#pragma once

#include <cstdint>
#include <vector>

#include "game/any_engine.h"
#include "game/facts.h"

namespace agon::knowledge::evaluation {

struct InputSearch {
  std::uint64_t seed = 1;
  std::uint32_t confirmations = 5;  // m
  std::uint32_t most_states = 20'000;
  std::uint32_t most_steps = 500;  // of a match
};

// Minimal sets for every functor and arity that play showed, by name; there may be several for one. Throws LimitReached.
[[nodiscard]] std::vector<game::Fact<game::InputArguments>> input_arguments(const game::AnyEngine& engine,
                                                                            const InputSearch& search = {});

// Those of the facts that some of this many states of other random matches refute.
[[nodiscard]] std::vector<game::Fact<game::InputArguments>> refuted_inputs(
    const game::AnyEngine& engine, const std::vector<game::Fact<game::InputArguments>>& facts, std::uint64_t seed,
    std::uint32_t states);

}  // namespace agon::knowledge::evaluation
