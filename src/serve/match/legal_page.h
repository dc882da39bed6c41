// Pages of the legal moves of a role: a position shows the first of them, and a game may have hundreds of thousands.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::serve {

inline constexpr std::size_t kMostMovesShown = 1'000;  // of a role, in a position and on a page

struct LegalQuery {
  std::size_t role = 0;
  std::string prefix;       // of a move, in any letter case and spacing, with or without its first parenthesis; empty: all
  std::size_t after = 0;    // how many of the role's moves were passed already: `next` of the page before
  std::size_t limit = 100;  // at most kMostMovesShown
};

struct LegalPage {
  std::vector<std::size_t> choices;  // on this page, ascending
  std::size_t matching = 0;          // how many moves begin so, on all pages
  std::optional<std::size_t> next;   // `after` of the next page, if there is one
};

// `moves`: all legal moves of the role in their order, as canonical text.
[[nodiscard]] LegalPage find_page(const std::vector<std::string>& moves, const LegalQuery& query);

}  // namespace agon::serve
