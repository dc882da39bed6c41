// A match as a record that others can replay: our own form (agon.match/1), or that of public spectator tools.
#pragma once

#include <string>

#include "base/result.h"
#include "game/match_record.h"
#include "serve/match/arbiter.h"
#include "serve/match/log/match_log.h"
#include "serve/match/log/spec.h"
#include "serve/records/public_match.h"

namespace agon::serve {

// For workers, all of it: a match may have thousands of steps. But for the last state, which the arbiter knows.
[[nodiscard]] game::MatchRecord record_of(const MatchSpec& spec, const SheetKit& kit, const MatchLog& log);
// What only the server knows: times, errors, clocks.
[[nodiscard]] PublicMatch public_frame_of(const MatchSpec& spec, const MatchLog& log);

// As text, with the states that the arbiter knows.
[[nodiscard]] std::string own_record(const MatchSpec& spec, const MatchLog& log, Arbiter& arbiter);
[[nodiscard]] Result<std::string> public_record(const MatchSpec& spec, const MatchLog& log, Arbiter& arbiter);

}  // namespace agon::serve
