// Names that somebody may have meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace agon {

// Edit distance with transpositions.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// At most so many edits apart. A word that is far too long is told by its length: a hostile one costs nothing.
[[nodiscard]] bool similar(std::string_view a, std::string_view b, std::size_t most);

// The nearest of the names that is at most so far from the word; of several the first. Empty if there is none.
[[nodiscard]] std::string nearest_name(std::string_view word, std::span<const std::string> names, std::size_t most);

}  // namespace agon
