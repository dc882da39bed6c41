// Byte offsets to lines and columns, and a diagnostic as people read it: the source line with a caret below it.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace agon::gdl {

struct Place {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in bytes
};

[[nodiscard]] Place place_of(std::string_view text, std::uint32_t offset);

struct Palette {  // terminal colours, or empty strings
  std::string_view error, warning, note, strong, faint, reset;
  static Palette plain() { return {}; }
  static Palette ansi() { return {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1m", "\x1b[2m", "\x1b[0m"}; }
};

// file:line:column: severity: message [code], the line, the caret, the hint.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, std::string_view file, std::string_view text,
                                 const Palette& palette = Palette::plain());

}  // namespace agon::gdl
