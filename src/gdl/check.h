// What is wrong with a rule sheet, found by reading it. Errors breach the definition of GDL (Love et al. 2008), GDL-II or the
// dialect of the sheet; warnings are suspicious; notes are remarks. Left out: what takes play or proof to find out (does every
// role always have a move, does the game end), which is the business of knowledge/.
#pragma once

#include <span>

#include "base/diagnostic.h"
#include "gdl/rules.h"

namespace agon::gdl {

// All findings, sorted by their place in the text. Nothing is refused: a sheet in breach of a restriction may still be playable.
[[nodiscard]] Diagnostics check(const Rules& rules);

// The catalogue: each code has one severity and one meaning, and a small sheet in tests/golden/check that shows it.
struct CheckCode {
  const char* code;
  Severity severity;
  const char* meaning;
};
[[nodiscard]] std::span<const CheckCode> check_codes();

}  // namespace agon::gdl
