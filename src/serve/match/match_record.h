// A match as a record that others can replay: our own form (agon.match/1), or that of public spectator tools.
#pragma once

#include <string>

#include "base/result.h"
#include "game/match_record.h"
#include "serve/match/arbiter_strand.h"
#include "serve/match/log/match_log.h"
#include "serve/match/log/spec.h"
#include "serve/records/public_match.h"

namespace agon::serve {

// But for the last state, which the arbiter knows.
[[nodiscard]] game::MatchRecord record_of(const MatchSpec& spec, const SheetKit& kit, const MatchLog& log);
// What only the server knows: times, errors, clocks.
[[nodiscard]] PublicMatch public_frame_of(const MatchSpec& spec, const MatchLog& log);

// As text. The arbiter is asked for the states of `record`.
[[nodiscard]] asio::awaitable<Result<std::string>> write_own_record(game::MatchRecord record, ArbiterStrand& arbiter);
[[nodiscard]] asio::awaitable<Result<std::string>> write_public_record(game::MatchRecord record, PublicMatch frame,
                                                                       ArbiterStrand& arbiter);

}  // namespace agon::serve
