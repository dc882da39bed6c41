// A diagnostic about input: a stable code for scripts, a span, a message and a hint.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agon {

// Byte offsets into one source text; an empty span at 0 means "the text as a whole".
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(Span, Span) = default;
};

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Diagnostic {
  std::string code;  // kebab-case and stable: "unsafe-variable"
  Severity severity = Severity::Error;
  Span span;
  std::string message;
  std::string hint;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] constexpr const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "error";
}

}  // namespace agon
