// Parses a ground term from its canonical text.
#pragma once

#include <optional>
#include <string_view>

#include "game/terms.h"

namespace agon::game {

// The term that is written like this (prefix form, lower case); interned if it is new. Nothing if the text is no term, or has a
// word that the rules do not.
[[nodiscard]] std::optional<TermId> read_term(TermBank& terms, std::string_view text);

}  // namespace agon::game
