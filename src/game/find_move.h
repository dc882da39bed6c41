// Parses a role and a legal move from their texts, as the reader takes the rule sheet: letter case and spacing do not matter.
#pragma once

#include <optional>
#include <string>

#include "game/any_engine.h"

namespace agon::game {

// The role that is written like this (any letter case), or nothing.
[[nodiscard]] std::optional<RoleId> find_role(const GameInfo& info, const std::string& text);

// The legal move of `role` that is written like this (prefix form, any letter case and spacing), or null.
[[nodiscard]] const MoveId* find_move(const AnyEngine& engine, RoleId role, const MoveBuffer& legal, const std::string& text);

}  // namespace agon::game
