// Named values as a JSON object and back.
#pragma once

#include <nlohmann/json.hpp>

#include "lab/reproduce/named_values.h"

namespace agon::lab::reproduce {

// What is no number (a rate of nothing) is null.
[[nodiscard]] nlohmann::ordered_json to_json(const NamedValues& values);

// Throws LookupError for what to_json does not write.
[[nodiscard]] NamedValues values_from(const nlohmann::ordered_json& json);

}  // namespace agon::lab::reproduce
