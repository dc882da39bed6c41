// Spelling suggestions: the nearest known name to a misspelt one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace agon {

// Damerau-Levenshtein distance (edits and transpositions of neighbours).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// At most `most` edits apart. A difference in length decides first, so that a hostile long word costs nothing.
[[nodiscard]] bool similar(std::string_view a, std::string_view b, std::size_t most);

// The nearest name within the distance; of several the first. Empty if there is none.
[[nodiscard]] std::string nearest_name(std::string_view word, std::span<const std::string> names, std::size_t most);

// "did you mean ucb1?" or the list of known names.
[[nodiscard]] std::string suggest(std::string_view word, std::span<const std::string> names);

}  // namespace agon
