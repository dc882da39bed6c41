// Checks: what must hold for us to say that an effect of the literature is there, and when an answer counts.
//
// A check has a budget (games, simulations, runs), below which its figure is shown but answers nothing: few games hold or fail by
// luck. A check that was changed after it had been answered says so wherever it is shown.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/reproduce/statistics.h"

namespace agon::lab::reproduce {

// Named amounts of work: {"games", 200}, {"simulations", 1000}.
using Amounts = std::vector<std::pair<std::string, double>>;

// What has to hold. `threshold` is the number that the description speaks of.
struct CheckSpec {
  std::string id;
  std::string description;
  double threshold = 0;
  Amounts needs;        // the least that an answer takes
  std::string changed;  // after it had been answered: what the answer was, what was changed, and why
};

// What an experiment found.
struct Finding {
  bool holds = false;
  std::string reason;              // the figures behind the answer, in words
  std::optional<Estimate> figure;  // what is held against the threshold
  Amounts spent;                   // of everything that the check needs
};

struct CheckOutcome {
  enum class State : std::uint8_t { Holds, Fails, NotMeasured };
  CheckSpec spec;
  State state = State::NotMeasured;
  std::string reason;
  std::optional<Estimate> figure;
  Amounts spent;
};

[[nodiscard]] const char* to_string(CheckOutcome::State state);

// Holds or fails if every need is met; else not measured, and the reason says what is lacking. Throws LookupError if the
// experiment does not count what the check needs.
[[nodiscard]] CheckOutcome judge(const CheckSpec& spec, Finding finding);

// "games 200, simulations 1,000"; empty for none.
[[nodiscard]] std::string amounts_text(const Amounts& amounts);

}  // namespace agon::lab::reproduce
