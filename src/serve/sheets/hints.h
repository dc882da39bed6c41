// Hint files: NAME.hint.json beside a rule sheet of the library. They improve names, colours and orientation; nothing depends on
// them.
#pragma once

#include <string>

#include "library/library.h"
#include "serve/json_fwd.h"
#include "serve/net.h"

namespace agon::serve {

// Null if there is none, or if it is no JSON object.
[[nodiscard]] Json hint_of(const library::Library& library, const std::string& game);

}  // namespace agon::serve
