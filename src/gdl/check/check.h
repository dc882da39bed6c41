// Static checks of a rule sheet. Errors violate the definition of GDL (Love et al. 2008), GDL-II or the dialect of the sheet;
// warnings are suspicious; notes are remarks. Left out: properties that need play or proof (does every role always have a move,
// does the game end), which belong to knowledge/.
#pragma once

#include <span>

#include "base/diagnostic.h"
#include "gdl/rules.h"

namespace agon::gdl {

// Findings, sorted by position: all of them, or of a code that has very many a thousand and a summary in front. Nothing is refused:
// a sheet that violates a restriction may still be playable.
[[nodiscard]] Diagnostics check(const Rules& rules);

// The catalogue: each code has one severity and one meaning, and a small sheet in tests/golden/check that shows it.
struct CheckCode {
  const char* code;
  Severity severity;
  const char* meaning;
};
[[nodiscard]] std::span<const CheckCode> check_codes();

}  // namespace agon::gdl
