// A term with some arguments left open: (cell 1 2 ?) for a mutex group over the contents of a cell, (cell _ _ ?) for all such
// groups.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "game/terms.h"

namespace agon::knowledge {

// What fluents with one functor have in common.
struct Pattern {
  SymbolId functor;
  std::uint32_t arity = 0;
  std::vector<bool> fixed;   // arguments in which all agree
  std::vector<TermId> with;  // their values; of the others those of the first term
  friend bool operator==(const Pattern&, const Pattern&) = default;

  // Same functor, and the same arguments are fixed: differs at most in their values.
  [[nodiscard]] bool like(const Pattern& other) const {
    return functor == other.functor && arity == other.arity && fixed == other.fixed;
  }
};

// Nothing if the terms have different functors or arities, or there is none.
[[nodiscard]] std::optional<Pattern> common_pattern(const game::TermBank& terms, std::span<const TermId> all);

// (cell 1 2 ?): `open` for the arguments that vary. With `hide`, fixed ones are shown as it too: (cell _ _ ?).
[[nodiscard]] std::string to_string(const Pattern& pattern, const game::TermBank& terms, const char* open = "?",
                                    const char* hide = nullptr);

}  // namespace agon::knowledge
