// The deadlines of one step: when it was opened, and when a seat that has not decided is timed out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::serve {

struct StepTimeouts {
  std::chrono::milliseconds grace{150};  // beyond a clock, for the network and for us
  std::chrono::seconds patience{120};    // for a program in a match without a clock
  std::chrono::hours absence{48};        // for a person in a match without a clock
  std::chrono::milliseconds rest =
      std::chrono::minutes(10);  // after which built-in players that wait for a person only make room for others
};

struct StepClock {
  using TimePoint = std::chrono::steady_clock::time_point;
  // Links answer at their deadline by themselves; a program is timed out here so much later, should a link fail to.
  static constexpr std::chrono::milliseconds kLinkGrace{1'000};

  bool limited = false;               // the match has a clock
  std::int64_t since = 0;             // milliseconds since 1970, as pages show it
  std::optional<std::int64_t> until;  // likewise, where there is a clock
  TimePoint program;                  // what links are told
  TimePoint person;
  TimePoint wall;   // for programs whose link does not answer
  TimePoint tired;  // when built-in players go to rest

  [[nodiscard]] bool timed_out(bool is_program, TimePoint now) const { return now >= (is_program ? wall : person); }
  // When to look again: somebody who has not decided may be timed out.
  [[nodiscard]] TimePoint next(bool waits_for_person, TimePoint now) const {
    return waits_for_person && now < person ? person : wall;
  }
};

// `seconds`: the clock; 0: none.
[[nodiscard]] inline std::chrono::steady_clock::time_point program_deadline(double seconds, const StepTimeouts& timeouts,
                                                                            StepClock::TimePoint now) {
  if (seconds <= 0) return now + timeouts.patience;
  return now + std::chrono::milliseconds(static_cast<long long>(seconds * 1000)) + timeouts.grace;
}

[[nodiscard]] inline StepClock start_clock(double seconds, const StepTimeouts& timeouts, StepClock::TimePoint now,
                                           std::int64_t now_ms) {
  StepClock clock;
  clock.limited = seconds > 0;
  clock.since = now_ms;
  if (clock.limited) clock.until = now_ms + static_cast<std::int64_t>(seconds * 1000);
  clock.program = program_deadline(seconds, timeouts, now);
  clock.person = clock.limited ? clock.program : now + timeouts.absence;
  clock.wall = clock.limited ? clock.program + StepClock::kLinkGrace : StepClock::TimePoint::max();
  clock.tired = now + timeouts.rest;
  return clock;
}

}  // namespace agon::serve
