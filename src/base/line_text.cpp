#include "base/line_text.h"

#include <cstdint>

namespace agon {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The first character of a text that is not empty. Overlong forms, surrogates and codes beyond Unicode are not valid.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t bytes = first >= 0xf0 ? 4 : (first >= 0xe0 ? 3 : 2);
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return {};
  return {code, bytes, true};
}

bool unwanted(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) ||  // controls
         code == 0x2028 || code == 0x2029 ||              // separators of lines and paragraphs
         (code >= 0x202a && code <= 0x202e) ||            // embeddings and overrides
         (code >= 0x2066 && code <= 0x2069) ||            // isolates
         code == 0xfeff;                                  // byte order mark
}

}  // namespace

std::string line_text(std::string_view text, std::size_t max_bytes) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string line;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const std::string_view shown = next.valid ? text.substr(0, next.bytes) : kReplacement;
    text.remove_prefix(next.bytes);
    if (next.valid && (unwanted(next.code) || (line.empty() && next.code == ' '))) continue;
    if (line.size() + shown.size() > max_bytes) break;
    line += shown;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace agon
