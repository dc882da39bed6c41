// Maps byte offsets to lines and columns, and renders a diagnostic for people: the source line with a caret below it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace agon::gdl {

struct Place {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in bytes
};

// An index of the lines of a text, built once; a place is then found by binary search. The text must outlive it.
class SourceMap {
 public:
  explicit SourceMap(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  // An offset behind the end is the end.
  [[nodiscard]] Place place_of(std::uint32_t offset) const;
  // Byte offset of the first letter of a line, which must be there.
  [[nodiscard]] std::uint32_t line_start(std::uint32_t line) const { return starts_[line - 1]; }
  // Without its line break.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
};

struct Palette {  // terminal colours, or empty strings
  std::string_view error, warning, note, strong, faint, reset;
  static Palette plain() { return {}; }
  static Palette ansi() { return {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1m", "\x1b[2m", "\x1b[0m"}; }
};

// file:line:column: severity: message [code], the line, the caret, the hint.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, std::string_view file, const SourceMap& source,
                                 const Palette& palette = Palette::plain());

}  // namespace agon::gdl
