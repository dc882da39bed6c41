// The JSON type of the server, declared only: for headers whose functions take or give JSON but do nothing with it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace agon::serve {

using Json = nlohmann::ordered_json;

}  // namespace agon::serve
