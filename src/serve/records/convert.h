// Between our own records of matches and the public form. Neither holds all of the other: ours has the seed, what each role
// perceived and thought, theirs has the states.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "game/match_record.h"
#include "serve/records/public_match.h"

namespace agon::serve {

// The errors of the public form are two letters: TO (timeout), IL (illegal move), CE (connection error, which everything else is).
[[nodiscard]] std::string public_error(std::string_view fault_kind);

// `frame` with what the record knows: game, rules, roles, players, moves, goals. The rest (id, token, clocks, address, times,
// states, errors, `aborted`) is the frame's, because only the server knows it.
[[nodiscard]] PublicMatch with_record(PublicMatch frame, const game::MatchRecord& record);

// `roles` are those of the rules; names in the public record must agree with them. Where the public record holds its last state,
// `final_state` is set, so that play::replay checks it; else it is empty and to be filled after the moves are played.
[[nodiscard]] Result<game::MatchRecord> to_match_record(const PublicMatch& match, const std::vector<std::string>& roles);

}  // namespace agon::serve
