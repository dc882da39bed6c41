// A universal check of distance knowledge against random play: no distance exceeds the steps that a match took until the fluent
// held, nothing unreachable was ever reached, and no distance exceeds the relaxed cost h_max of the state.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "knowledge/distance/find_distances.h"
#include "knowledge/distance/relaxed_cost.h"

namespace agon::knowledge {

struct AdmissibilityCheck {
  std::uint64_t pairs = 0;    // (state, fluent) with the fluent true in this state or later in the match
  std::uint64_t never = 0;    // pairs that were said to be unreachable: the fluent never held in the rest of the match
  std::uint64_t relaxed = 0;  // pairs compared with h_max
  std::uint64_t states = 0;
  std::vector<std::string> violations;
};

// Random matches until there are `pairs` pairs, at most `matches` of them.
inline AdmissibilityCheck check_admissible(const game::AnyEngine& engine, const ground::GroundProgram& program,
                                           const DistanceKnowledge& found, std::uint64_t seed, std::uint64_t pairs,
                                           std::uint32_t matches, std::uint32_t steps = 250) {
  constexpr std::uint32_t kNotSeen = 0xffffffff;
  AdmissibilityCheck check;
  const auto preconditions = Preconditions::create(program, {}, [](std::size_t) { return false; });
  RelaxedCost cost(*preconditions);
  FluentNumbers numbers(program, engine);
  Rng rng(seed);
  const auto targets = found.distances.targets();
  std::vector<std::uint32_t> held_at(targets.size());
  for (std::uint32_t match = 0; match < matches && check.pairs < pairs; ++match) {
    const std::vector<FluentState> states = random_match(engine, numbers, rng, steps);
    std::ranges::fill(held_at, kNotSeen);
    for (std::size_t at = states.size(); at-- > 0;) {
      ++check.states;
      const StateBits bits = state_bits(states[at], program.fluents.size());
      const bool compare = at % 16 == 0;
      const auto relaxed = compare ? cost.of(states[at]) : std::span<const std::uint32_t>{};
      for (std::uint32_t t = 0; t < targets.size(); ++t) {
        if ((bits[targets[t] / 64] >> (targets[t] % 64) & 1U) != 0) held_at[t] = static_cast<std::uint32_t>(at);
        const std::uint32_t delta = found.distances.steps(t, bits);
        const auto violation = [&](const std::string& why) {
          if (check.violations.size() < 10)
            check.violations.push_back(
                fmt::format("match {} state {}: {} {}", match, at, program.terms->text(program.fluents[targets[t]]), why));
        };
        if (held_at[t] != kNotSeen) {
          ++check.pairs;
          if (delta > held_at[t] - at)
            violation(fmt::format("at distance {} held after {} steps", static_cast<int>(delta), held_at[t] - at));
        } else if (delta == Distances::kUnreachable) {
          ++check.never;
        }
        if (!compare) continue;
        ++check.relaxed;
        if (delta > relaxed[targets[t]])
          violation(fmt::format("at distance {} has h_max {}", static_cast<int>(delta), relaxed[targets[t]]));
      }
    }
  }
  return check;
}

}  // namespace agon::knowledge
