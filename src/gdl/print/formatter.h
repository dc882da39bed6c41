// A pretty-printer for rule sheets that keeps every comment. The rules stay the same, and so do the letters of all names:
//
//   (<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) ; free      (<= (legal ?w (mark ?x ?y))
//   (true (control ?w)))                                   ==>      (true (cell ?x ?y b))  ; free
//                                                                   (true (control ?w)))
//
// A rule with one condition stays on one line if it fits into 100 columns; facts always do, and those that share a line go on
// sharing it. Blank lines between forms are kept, one at most. Formatting twice changes nothing more.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "gdl/read/reader.h"

namespace agon::gdl {

// Fails where the text cannot be read. A text of comments alone is fine.
[[nodiscard]] Result<std::string> format_kif(std::string_view text);
[[nodiscard]] Result<std::string> format_infix(std::string_view text);
[[nodiscard]] Result<std::string> format(std::string_view text, Syntax syntax = Syntax::Auto);

// From one syntax to the other, formatted. Comments between rules stay in place, those inside a rule go before it.
[[nodiscard]] Result<std::string> convert(std::string_view text, Syntax from, Syntax to);

}  // namespace agon::gdl
