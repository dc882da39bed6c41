// Event sourcing: what happens in a match as rows of the append-only store, and a match rebuilt from them.
//
//   created   the configuration, hashes of tokens too
//   move      role, step, move            a person's move, before its step is made
//   step      step, moves, faults, values, thoughts
//   takeback  to
//   ended     state, end, goals
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/match/arbiter.h"
#include "serve/match/log/match_log.h"
#include "serve/match/log/spec.h"
#include "serve/match/outlook.h"
#include "serve/store/rows.h"

namespace agon::serve {

// `match` is the id.
[[nodiscard]] Event created_event(const MatchSpec& spec);
[[nodiscard]] Event move_event(const std::string& match, std::size_t role, std::size_t step, const std::string& move);
[[nodiscard]] Event step_event(const std::string& match, std::size_t number, const LoggedStep& step);
[[nodiscard]] Event take_back_event(const std::string& match, std::size_t to);
[[nodiscard]] Event end_event(const std::string& match, const Ending& ending);
// Of a match that was played elsewhere, but for `created`.
[[nodiscard]] std::vector<Event> events_of(const game::MatchRecord& record, const std::string& match);

// For the store, on its own.
[[nodiscard]] Write write_of(Event event);

// `state`, `end` and `goals`, as the event and the message to watchers have them.
[[nodiscard]] Json to_json(const Ending& ending);

struct Replay {
  MatchLog log;
  std::vector<std::optional<std::size_t>> moves;  // per role: what a person chose in the step that is still being decided
  Outlook outlook;
};
// Leads a new arbiter to where the match stands. Throws std::exception on events that do not fit the rules.
// Throws LimitReached when `time` is over before all events are replayed.
[[nodiscard]] Replay replay(const std::vector<Event>& events, Arbiter& arbiter,
                            std::chrono::milliseconds time = std::chrono::hours(24));

}  // namespace agon::serve
