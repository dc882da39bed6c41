// The admin token of a server: from the command line or a file, checked before anything starts. An empty one would open the
// administration to everybody, so it is refused.
#pragma once

#include <string>

#include "base/result.h"

namespace agon::cli {

// What is wrong with a token; empty: nothing.
[[nodiscard]] std::string admin_token_problem(const std::string& token);
// Without blanks and line ends around it.
[[nodiscard]] Result<std::string> read_admin_token(const std::string& file);

}  // namespace agon::cli
