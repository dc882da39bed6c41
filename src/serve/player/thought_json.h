// A thought as pages read it: `Thought` of docs/api.md.
#pragma once

#include <cstddef>
#include <optional>

#include "game/match_record.h"
#include "play/session/spoken_thought.h"
#include "serve/json_fwd.h"

namespace agon::serve {

[[nodiscard]] Json to_json(const play::SpokenThought& thought);

// What a record keeps of the thought of a role; nothing where it is not as it should be, since it comes from another process.
[[nodiscard]] std::optional<game::MatchThought> thought_of_role(const Json& thought, std::size_t role);

}  // namespace agon::serve
