#include "gdl/read/reader.h"

#include <fmt/format.h>

#include <limits>

#include "gdl/read/builder.h"
#include "gdl/read/lexer.h"

namespace agon::gdl {
namespace {

// Whether a line of the text starts a rule in KIF, which no line of an infix sheet does.
bool has_kif_line(std::string_view text) {
  for (const std::string_view start : {"(<=", "(role ", "(init "}) {
    for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
      if (at == 0 || text[at - 1] == '\n') return true;
    }
  }
  return false;
}

// `terminal.` may be the first clause of an infix sheet; in a sentence of prose the next word goes without a period or an argument.
bool clauses_follow(std::string_view text) {
  const std::size_t word = text.find_first_not_of(" \t\r\n");
  if (word == std::string_view::npos) return true;
  const std::size_t end = text.find_first_of(" \t\r\n(.:;,", word);
  if (end == std::string_view::npos) return false;
  const std::string_view rest = text.substr(std::min(text.find_first_not_of(" \t\r\n", end), text.size()));
  return text[word] == '%' || text[word] == '/' || text[end] == '(' || rest.starts_with('.') || rest.starts_with(":-") ||
         rest.starts_with("<=") || rest.starts_with("<-") || rest.starts_with("\xe2\x87\x90");
}

}  // namespace

Syntax guess_syntax(std::string_view text) {
  std::size_t i = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      ++i;
    } else if (c == ';') {
      i = std::min(text.find('\n', i), text.size());  // only KIF has this comment
    } else if (c == '%' || text.substr(i).starts_with("//") || text.substr(i).starts_with("/*")) {
      return Syntax::Infix;
    } else {
      break;
    }
  }
  if (i >= text.size() || text[i] == '(' || text[i] == ')') return Syntax::Kif;
  // A bare word: the infix form goes on with an argument list, an arrow or a period; KIF (an `include` line, say) does not.
  const std::size_t end = text.find_first_of(" \t\r\n(.:;,", i);
  if (end == std::string_view::npos) return Syntax::Kif;
  const std::size_t sign = text.find_first_not_of(" \t\r\n", end);
  if (sign == std::string_view::npos) return Syntax::Kif;
  const std::string_view rest = text.substr(sign);
  const bool infix = text[end] == '(' || (rest.starts_with('.') && clauses_follow(rest.substr(1))) || rest.starts_with(":-") ||
                     rest.starts_with("<=") || rest.starts_with("<-") || rest.starts_with("\xe2\x87\x90");
  return infix && !has_kif_line(text) ? Syntax::Infix : Syntax::Kif;
}

Result<Rules> read_text(std::string text, std::string name, const ReadOptions& options) {
  if (text.size() > std::min<std::size_t>(options.max_bytes, std::numeric_limits<std::uint32_t>::max() - 1)) {
    return bad_input("file-too-large", fmt::format("the text has {} bytes; the limit is {}", text.size(), options.max_bytes),
                     "raise the limit with --max-bytes if this really is what you want to read");
  }
  if (const std::size_t at = first_invalid_utf8(text); at != text.size()) {
    const auto place = static_cast<std::uint32_t>(at);
    return bad_input("invalid-utf8", fmt::format("byte 0x{:02x} is not valid UTF-8", static_cast<unsigned char>(text[at])),
                     "save the file as UTF-8 text", {place, place + 1});
  }
  Builder builder(options, text);
  const Syntax syntax = options.syntax == Syntax::Auto ? guess_syntax(text) : options.syntax;
  if (syntax == Syntax::Infix) parse_infix(text, builder);
  else parse_kif(text, builder);
  return builder.finish(std::move(name), std::move(text));
}

Result<Rules> read_rules(const std::string& path, const ReadOptions& options) {
  Result<std::string> text = read_file(path, options.max_bytes);
  if (!text) return text.error();
  return read_text(std::move(*text), path, options);
}

}  // namespace agon::gdl
