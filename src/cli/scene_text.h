// Text of a discovered structure, and of a state drawn on its boards.
#pragma once

#include <span>
#include <string>

#include "game/terms.h"
#include "gdl/source_map.h"
#include "knowledge/structure/scene/scene.h"
#include "knowledge/structure/structure.h"

namespace agon::cli {

[[nodiscard]] std::string describe(const knowledge::Structure& structure, const gdl::Palette& palette);

// Boards, then a line for each counter, hand and turn marker, then what is left.
[[nodiscard]] std::string draw_scene(const knowledge::Structure& structure, const knowledge::Scene& scene,
                                     const game::TermBank& terms, std::span<const TermId> fluents, const gdl::Palette& palette);

}  // namespace agon::cli
