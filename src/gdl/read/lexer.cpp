#include "gdl/read/lexer.h"

#include <fmt/format.h>

namespace agon::gdl {
namespace {

[[nodiscard]] bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
[[nodiscard]] bool control(char c) { return (static_cast<unsigned char>(c) < 0x20 && !blank(c)) || c == 0x7f; }
[[nodiscard]] bool letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
[[nodiscard]] bool kif_name_character(char c) { return !blank(c) && !control(c) && c != '(' && c != ')' && c != ';'; }
[[nodiscard]] bool upper(char c) { return c >= 'A' && c <= 'Z'; }

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The scanner collects tokens and errors; the two syntaxes add their own rules on top.
class Scanner {
 public:
  Scanner(std::string_view text, std::uint32_t max_errors) : text_(text), max_errors_(max_errors) {}

  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  [[nodiscard]] bool gave_up() const { return result_.errors.size() >= max_errors_; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts_with(std::string_view prefix) const { return text_.substr(position_).starts_with(prefix); }
  [[nodiscard]] std::size_t position() const { return position_; }

  void skip(std::size_t count = 1) { position_ += count; }
  void back_to(std::size_t position) { position_ = position; }
  // A byte-order mark is white space: sheets that begin with it are concatenated, and put into messages.
  void skip_blanks() {
    while (!at_end()) {
      if (blank(peek())) skip();
      else if (starts_with(kByteOrderMark)) skip(kByteOrderMark.size());
      else return;
    }
  }
  template <class Predicate>
  void skip_while(Predicate predicate) {
    while (!at_end() && predicate(peek())) ++position_;
  }
  // Adds a token from `begin` to here; `trim` characters at the front are not part of its text.
  void add(Token::Kind kind, std::size_t begin, std::size_t trim = 0, std::size_t trim_end = 0) {
    result_.tokens.push_back({kind, text_.substr(begin + trim, position_ - begin - trim - trim_end), span(begin)});
  }
  void take(Token::Kind kind, std::size_t length) {
    const std::size_t begin = position_;
    position_ += length;
    add(kind, begin);
  }
  void error(std::string code, std::size_t begin, std::string message, std::string hint) {
    result_.errors.push_back({std::move(code), Severity::Error, span(begin), std::move(message), std::move(hint)});
  }
  void take_line_comment() {
    const std::size_t begin = position_;
    skip_while([](char c) { return c != '\n' && c != '\r'; });
    add(Token::Kind::Comment, begin);
  }
  // A character that can never be part of a rule sheet.
  bool refuse_control_character() {
    if (!control(peek())) return false;
    const std::size_t begin = position_;
    skip();
    error("control-character", begin,
          fmt::format("unexpected control character 0x{:02x}", static_cast<unsigned char>(text_[begin])),
          "a rule sheet is plain text; is this a binary file?");
    return true;
  }
  LexResult finish() {
    result_.tokens.push_back({Token::Kind::End, {}, span(position_)});
    return std::move(result_);
  }

 private:
  [[nodiscard]] Span span(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
  }
  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t max_errors_;
  LexResult result_;
};

void kif_token(Scanner& scan) {
  const char c = scan.peek();
  if (c == ';') return scan.take_line_comment();
  if (c == '(') return scan.take(Token::Kind::Open, 1);
  if (c == ')') return scan.take(Token::Kind::Close, 1);
  const std::size_t begin = scan.position();
  scan.skip_while(kif_name_character);
  if (c != '?') return scan.add(Token::Kind::Name, begin);
  if (scan.position() == begin + 1) {
    scan.error("nameless-variable", begin, "a question mark without a name", "a variable is written ?name");
  }
  scan.add(Token::Kind::Variable, begin, 1);
}

// Longest first, so that ':-' is not read as a stray ':'.
struct InfixSign {
  std::string_view text;
  Token::Kind kind;
};
constexpr InfixSign kInfixSigns[] = {
    {":-", Token::Kind::If},        {"<=", Token::Kind::If},
    {"<-", Token::Kind::If},        {"\xe2\x87\x90", Token::Kind::If} /* U+21D0 */,
    {"\\+", Token::Kind::Tilde},    {"\xc2\xac", Token::Kind::Tilde} /* U+00AC */,
    {"\\==", Token::Kind::Unequal}, {"\\=", Token::Kind::Unequal},
    {"!=", Token::Kind::Unequal},   {"~", Token::Kind::Tilde},
    {",", Token::Kind::Comma},      {"&", Token::Kind::Comma},
    {";", Token::Kind::Semicolon},  {"|", Token::Kind::Semicolon},
    {"(", Token::Kind::Open},       {")", Token::Kind::Close},
};

void infix_block_comment(Scanner& scan) {
  const std::size_t begin = scan.position();
  scan.skip(2);
  while (!scan.at_end() && !scan.starts_with("*/")) scan.skip();
  if (scan.at_end()) {
    scan.error("open-comment", begin, "this comment does not end", "close it with */");
    return;
  }
  scan.skip(2);
  scan.add(Token::Kind::Comment, begin);
}

// 'name' or ?'name': any character that KIF allows in a name; a quote inside is written twice.
void infix_quoted_name(Scanner& scan) {
  const std::size_t begin = scan.position();
  const bool variable = scan.peek() == '?';
  scan.skip(variable ? 2 : 1);
  const std::size_t inside = scan.position();
  bool allowed = variable || (scan.peek() != '?' && !scan.starts_with(kByteOrderMark));
  while (!scan.at_end() && scan.peek() != '\n' && (scan.peek() != '\'' || scan.peek(1) == '\'')) {
    allowed = allowed && kif_name_character(scan.peek());
    scan.skip(scan.peek() == '\'' ? 2 : 1);
  }
  const Token::Kind kind = variable ? Token::Kind::Variable : Token::Kind::Name;
  if (scan.peek() != '\'') {
    scan.error("open-quote", begin, "this quoted name does not end on its line", "close it with '");
    scan.back_to(inside);  // and go on as if the quote had been forgotten
    scan.skip_while(letter_or_digit);
    return scan.add(kind, begin, inside - begin);
  }
  const bool empty_variable = variable && scan.position() == inside;
  scan.skip();
  if (empty_variable) {
    scan.error("nameless-variable", begin, "a variable without a name", "write at least one character between the quotes");
  } else if (!allowed) {
    scan.error("bad-quoted-name", begin, "this quoted name cannot be written in KIF",
               "leave out blanks, parentheses, semicolons and a question mark at the front");
  }
  scan.add(kind, begin, inside - begin, 1);
}

// Logical signs beyond ASCII are not letters, although their bytes are above 0x7f.
void skip_infix_letters(Scanner& scan) {
  while (letter_or_digit(scan.peek()) && !scan.starts_with("\xe2\x87\x90") && !scan.starts_with("\xc2\xac")) scan.skip();
}

[[nodiscard]] bool digit(char c) { return c >= '0' && c <= '9'; }

// A name: letters, digits and underscores; a number may have a minus sign and one decimal point followed by a digit.
void infix_name(Scanner& scan) {
  const std::size_t begin = scan.position();
  const char first = scan.peek();
  if (first == '?' || first == '-') scan.skip();
  const bool number = digit(scan.peek());
  skip_infix_letters(scan);
  if (number && scan.peek() == '.' && digit(scan.peek(1))) {
    scan.skip();
    skip_infix_letters(scan);
  }
  if (first == '?' && scan.position() == begin + 1) {
    scan.error("nameless-variable", begin, "a question mark without a name", "a variable is written ?name or Name");
  }
  const bool variable = first == '?' || upper(first) || first == '_';
  scan.add(variable ? Token::Kind::Variable : Token::Kind::Name, begin, first == '?' ? 1 : 0);
}

void infix_token(Scanner& scan) {
  if (static_cast<unsigned char>(scan.peek()) < 0x80 && letter_or_digit(scan.peek())) return infix_name(scan);
  if (scan.peek() == '%' || scan.starts_with("//")) return scan.take_line_comment();
  if (scan.starts_with("/*")) return infix_block_comment(scan);
  for (const InfixSign& sign : kInfixSigns) {
    if (scan.starts_with(sign.text)) return scan.take(sign.kind, sign.text.size());
  }
  if (scan.peek() == '.') return scan.take(Token::Kind::Period, 1);
  if (scan.peek() == '\'' || scan.starts_with("?'")) return infix_quoted_name(scan);
  const bool negative_number = scan.peek() == '-' && digit(scan.peek(1));
  if (letter_or_digit(scan.peek()) || scan.peek() == '?' || negative_number) return infix_name(scan);
  const std::size_t begin = scan.position();
  scan.skip();
  scan.error("unexpected-character", begin, "unexpected character in the infix form",
             "write names with other characters between single quotes, as in '++'(X,Y)");
}

template <class OneToken>
LexResult lex(std::string_view text, std::uint32_t max_errors, OneToken one_token) {
  Scanner scan(text, max_errors);
  for (scan.skip_blanks(); !scan.at_end() && !scan.gave_up(); scan.skip_blanks()) {
    if (!scan.refuse_control_character()) one_token(scan);
  }
  return scan.finish();
}

}  // namespace

LexResult lex_kif(std::string_view text, std::uint32_t max_errors) { return lex(text, max_errors, kif_token); }
LexResult lex_infix(std::string_view text, std::uint32_t max_errors) { return lex(text, max_errors, infix_token); }

std::size_t first_invalid_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t i = 0;
  while (i < text.size()) {
    const unsigned char lead = byte(i);
    std::size_t length = 0;
    unsigned char low = 0x80;  // allowed range of the second byte: shuts out overlong forms, surrogates, > U+10FFFF
    unsigned char high = 0xbf;
    if (lead < 0x80) length = 1;
    else if (lead >= 0xc2 && lead <= 0xdf) length = 2;
    else if (lead >= 0xe0 && lead <= 0xef) length = 3, low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
    else if (lead >= 0xf0 && lead <= 0xf4) length = 4, low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
    else return i;
    if (i + length > text.size()) return i;
    if (length > 1 && (byte(i + 1) < low || byte(i + 1) > high)) return i;
    for (std::size_t k = 2; k < length; ++k) {
      if (byte(i + k) < 0x80 || byte(i + k) > 0xbf) return i;
    }
    i += length;
  }
  return text.size();
}

}  // namespace agon::gdl
