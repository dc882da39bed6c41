// Faults as JSON: `Fault` of docs/api.md, in messages and in events alike.
#pragma once

#include "serve/json_fwd.h"
#include "serve/match/log/fault.h"

namespace agon::serve {

[[nodiscard]] Json to_json(const Fault& fault);
[[nodiscard]] Fault fault_from_json(const Json& json);

}  // namespace agon::serve
