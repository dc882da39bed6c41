// Parses rule sheets: prefix KIF as found in the wild and the infix form of the literature, with detection of the syntax.
#pragma once

#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "gdl/rules.h"

namespace agon::gdl {

enum class Syntax : std::uint8_t { Auto, Kif, Infix };

struct ReadOptions {
  Syntax syntax = Syntax::Auto;
  std::size_t max_bytes = kDefaultMaxFileBytes;
  std::uint32_t max_depth = 1'000;  // nesting of parentheses
  std::uint32_t max_errors = 20;    // then the reader gives up
};

// Reports all syntax errors (up to max_errors); a sheet that parses may still violate restrictions: see check.h.
[[nodiscard]] Result<Rules> read_text(std::string text, std::string name, const ReadOptions& options = {});
[[nodiscard]] Result<Rules> read_rules(const std::string& path, const ReadOptions& options = {});

// Syntax detection: a rule sheet in KIF starts with a parenthesis, an infix one with a name.
[[nodiscard]] Syntax guess_syntax(std::string_view text);

}  // namespace agon::gdl
