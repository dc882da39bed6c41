// A thought as pages read it: `Thought` of docs/api.md.
#pragma once

#include "play/session/spoken_thought.h"
#include "serve/net.h"

namespace agon::serve {

[[nodiscard]] Json to_json(const play::SpokenThought& thought);

}  // namespace agon::serve
