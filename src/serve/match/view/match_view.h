// What one watcher or seat may see of a match, as JSON: summary, history, clock, and the messages that go to watchers.
//
// In a game with hidden information a seat sees its own moves and percepts until the match is over; positions come from the
// arbiter, which hides what a seat does not know. This class only reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/json_text.h"
#include "serve/match/arbiter.h"
#include "serve/match/log/match_log.h"
#include "serve/match/log/spec.h"
#include "serve/match/step/ballot.h"
#include "serve/match/step/step_clock.h"

namespace agon::serve {

// Who is there at the moment.
struct Presence {
  std::vector<bool> connected;  // per seat
  std::size_t watchers = 0;     // without a seat
  std::size_t queue_place = 0;  // of a match that waits for a free player, from 1; 0: it waits for none
};

// One step as `audience` may see it, and all of them: for workers, since a match may have thousands.
[[nodiscard]] Json step_json(std::size_t number, const LoggedStep& step, const Audience& audience);
[[nodiscard]] std::string history_text(const History& history, const Audience& audience);

class MatchView {
 public:
  // All of them must outlive the view.
  MatchView(const MatchSpec& spec, const SheetKit& kit, const MatchLog& log, const Ballot& ballot, const StepClock& clock)
      : spec_(spec), kit_(kit), log_(log), ballot_(ballot), clock_(clock) {}

  [[nodiscard]] const SheetKit& kit() const { return kit_; }
  // Nothing is hidden (any more).
  [[nodiscard]] bool open_to_all() const { return !kit_.info().hidden || log_.over(); }
  [[nodiscard]] Audience audience_of(std::vector<std::uint32_t> roles) const;

  [[nodiscard]] Json seats(const Presence& presence) const;
  [[nodiscard]] Json queue_place(const Presence& presence) const;
  // `Match` of docs/api.md.
  [[nodiscard]] Json summary(const Presence& presence) const;
  // Null before the start and after the end.
  [[nodiscard]] Json clock() const;
  // The rest of agon.match_view/1, when rules, structure, hint, history and position are there.
  [[nodiscard]] std::string match(JsonObjectText begun, const std::vector<std::uint32_t>& roles, const Presence& presence) const;

  // Messages of the WebSocket. "step" and "takeback" begin with the head, go on with a history and a position, and end with the
  // clock.
  [[nodiscard]] JsonObjectText message_head(const char* type) const;
  [[nodiscard]] std::string with_clock(JsonObjectText begun) const;
  [[nodiscard]] Json clock_message() const;
  [[nodiscard]] Json seats_message(const Presence& presence) const;
  [[nodiscard]] Json thought_message(std::size_t role, Json thought) const;
  [[nodiscard]] Json end_message() const;  // precondition: it is over

 private:
  [[nodiscard]] Json message(const char* type) const;

  const MatchSpec& spec_;
  const SheetKit& kit_;
  const MatchLog& log_;
  const Ballot& ballot_;
  const StepClock& clock_;
};

}  // namespace agon::serve
