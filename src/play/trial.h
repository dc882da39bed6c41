// What bounded play finds out about a rule sheet that no look at its text can: states without a legal move, terminal states
// without a goal or with several, matches that do not seem to end, fluents and moves that `base` and `input` forgot.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "base/limits.h"
#include "engines/prover/prover.h"
#include "gdl/check.h"
#include "gdl/rules.h"

namespace agon::play {

struct TrialOptions {
  std::uint64_t seed = 1;
  int matches = 6;
  int max_steps = 500;
  std::uint64_t max_inferences = 1'500'000;  // for all matches together: the same trial on every machine
};

struct Trial {
  Diagnostics findings;
  int matches = 0;  // that ended
  int longest = 0;  // steps
  std::uint64_t states = 0;
  bool cut = false;  // the inference limit ended it
};

// The codes of such findings, beside those of gdl::check_codes().
[[nodiscard]] std::span<const gdl::CheckCode> trial_codes();

// Everything `agon check` and the Studio say about rules that were read: the static checks, then a trial where the rules can be played
// at all. `trial` is set if there was one.
[[nodiscard]] Diagnostics all_findings(const gdl::Rules& rules, Limits limits, const TrialOptions& options, std::optional<Trial>& trial);

[[nodiscard]] Trial trial_play(const gdl::Rules& rules, const engines::Prover& prover, const TrialOptions& options = {});

}  // namespace agon::play
