// The visible table of engines: a name on the command line to something that answers the contract.
#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "game/any_engine.h"
#include "gdl/rules.h"

namespace agon::cli {

[[nodiscard]] std::vector<std::string> engine_names();
[[nodiscard]] Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits);

}  // namespace agon::cli
