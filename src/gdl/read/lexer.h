// The lexer of both syntaxes. Comments are tokens too, so that the formatter can keep them.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace agon::gdl {

struct Token {
  enum class Kind : std::uint8_t {
    Open,
    Close,
    Name,
    Variable,
    Comment,  // both syntaxes; a variable's text is without its question mark
    Comma,
    Period,
    If,
    Tilde,
    Semicolon,
    Unequal,  // infix only
    End,
  };
  Kind kind = Kind::End;
  std::string_view text;  // as written, without the quotes of a quoted name (but a quote inside still doubled)
  Span span;
};

// Error recovery: a token with an error in it is delivered all the same, so that one mistake is reported once.
struct LexResult {
  std::vector<Token> tokens;  // ends with one End token
  Diagnostics errors;
};

[[nodiscard]] LexResult lex_kif(std::string_view text, std::uint32_t max_errors);
[[nodiscard]] LexResult lex_infix(std::string_view text, std::uint32_t max_errors);

// The first byte that does not belong to valid UTF-8, or text.size().
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view text);

}  // namespace agon::gdl
