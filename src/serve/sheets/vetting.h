// Vetting: a rules worker builds a stranger's sheet under its limits before the server does, and says what it took. What explodes
// explodes there; what passes comes back with its weight, for the accounts of the server.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/result.h"
#include "serve/json_fwd.h"
#include "serve/net.h"

namespace agon::serve {

// Heap memory, as measured by a worker; 0: not measured.
struct SheetWeight {
  std::size_t kit_bytes = 0;    // rules, engine and structure, shared by all matches
  std::size_t match_bytes = 0;  // what each match adds at its first state
};

using VetSheet = std::function<asio::awaitable<Result<SheetWeight>>(std::string text, std::string client)>;

[[nodiscard]] Json to_json(const SheetWeight& weight);
[[nodiscard]] Json to_json(const Error& error);
// What a worker answered: one of the two above.
[[nodiscard]] Result<SheetWeight> vetting_from_json(const Json& json);

}  // namespace agon::serve
