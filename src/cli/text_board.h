// A state as text. Fluents such as (cell 3 1 red) are drawn as a board; the rest is listed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/context.h"
#include "game/terms.h"

namespace agon::cli {

[[nodiscard]] std::string draw_state(const game::TermBank& terms, std::span<const TermId> fluents, const gdl::Palette& palette);

// `agon` without arguments: a sample match, and the commands to try next.
void show_sample_match(Context& context);

}  // namespace agon::cli
