// From a name on the command line to an engine; play/game_kit.cpp has the list of them.
#pragma once

#include <string>

#include "base/limits.h"
#include "game/any_engine.h"
#include "gdl/rules.h"

namespace agon::cli {

[[nodiscard]] Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits);

}  // namespace agon::cli
