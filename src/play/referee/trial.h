// Dynamic analysis of a rule sheet by bounded random play, beyond static checks: states without a legal move, terminal states
// without a goal or with several, matches that do not seem to end, fluents and moves missing from `base` and `input`.
#pragma once

#include <chrono>
#include <optional>

#include "base/diagnostic.h"
#include "base/limits.h"
#include "engines/prover/prover.h"
#include "gdl/check/check.h"
#include "gdl/rules.h"

namespace agon::play {

struct TrialOptions {
  std::uint64_t seed = 1;
  int matches = 6;
  int max_steps = 500;
  // For all matches together. A trial that the time does not cut is the same on every machine.
  std::chrono::milliseconds time{2'000};             // 0: none
  std::uint64_t max_inferences = ~std::uint64_t{0};  // a cut that is the same on every machine, for tests
};

struct Trial {
  Diagnostics findings;
  int matches = 0;  // that ended
  int longest = 0;  // steps
  std::uint64_t states = 0;
  bool cut = false;  // time or inferences ended it; a note among the findings says so
};

// The codes of these findings, beside those of gdl::check_codes().
[[nodiscard]] std::span<const gdl::CheckCode> trial_codes();

// All findings of `agon check` and the Studio for rules that were read: the static checks, then a trial where the rules can be
// played at all. `trial` is set if there was one. Loading and play together take the time of the limits at most.
[[nodiscard]] Diagnostics all_findings(const gdl::Rules& rules, Limits limits, const TrialOptions& options,
                                       std::optional<Trial>& trial);

// The limits are those of the questions to the prover.
[[nodiscard]] Trial trial_play(const gdl::Rules& rules, const engines::Prover& prover, const TrialOptions& options = {},
                               const Limits& limits = {});

}  // namespace agon::play
