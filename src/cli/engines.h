// From a name on the command line to an engine; engines/engine_table.cpp has the list of them.
#pragma once

#include <string>

#include "base/limits.h"
#include "game/any_engine.h"
#include "gdl/rules.h"

namespace agon::cli {

// Whether there is an engine of this name that answers state by state; for commands that would otherwise say so for each sheet.
[[nodiscard]] Status check_engine_name(const std::string& name);
[[nodiscard]] Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits);

}  // namespace agon::cli
