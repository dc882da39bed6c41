// An analysis as JSON (agon.knowledge/1), for pages and for players that are given what is known. Fields are only ever added within
// a version; schema/knowledge.json describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "knowledge/analysis/analysis.h"

namespace agon::knowledge {

[[nodiscard]] nlohmann::ordered_json json_of(const Analysis& analysis);

}  // namespace agon::knowledge
