// Text of strangers that is kept and shown in one line (titles, names): UTF-8 without control characters and without the marks that
// turn the direction of writing around, which could make a name look like another one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon {

// Without C0 and C1 controls, line and paragraph separators, byte order marks, and bidirectional embeddings, overrides and isolates
// (Unicode Standard Annex 9); blanks around the text go too. What is no UTF-8 becomes U+FFFD. At most `max_bytes` long, and never
// cut within a character.
[[nodiscard]] std::string line_text(std::string_view text, std::size_t max_bytes = std::string_view::npos);

}  // namespace agon
