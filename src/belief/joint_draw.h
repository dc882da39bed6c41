// Samples a joint move: one role's move is given, the others choose uniformly at random.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"

namespace agon::belief {

// False if a role has no legal move. `legal` is scratch memory.
[[nodiscard]] bool draw_joint(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, const game::AnyState& state,
                              Rng& rng, game::MoveBuffer& legal, std::vector<MoveId>& joint,
                              std::optional<std::pair<RoleId, MoveId>> given = {});

}  // namespace agon::belief
