// Terms of public records: any spelling in, canonical text out, and back into the spelling that records use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace agon::serve {

// One ground term in any letter case and spacing; `what` names it in errors.
[[nodiscard]] Result<std::string> read_term(std::string_view text, const char* what, std::size_t max_bytes);

// A list of terms: `( ( cell 1 1 b ) ( control white ) )`. Extra parentheses around it are taken off.
[[nodiscard]] Result<std::vector<std::string>> read_terms(std::string_view text, const char* what, std::size_t max_bytes);

// (true (cell 1 1 b)) is the fluent (cell 1 1 b): some servers write states as facts.
[[nodiscard]] std::string without_true(std::string fluent);

// `(cell 1 1 b)` as `( cell 1 1 b )`: tools that split records at blanks rely on it.
[[nodiscard]] std::string spaced(std::string_view canonical);

}  // namespace agon::serve
