#include "serve/match/legal_page.h"

#include <algorithm>
#include <cctype>

namespace agon::serve {
namespace {

// Canonical text has one space between words and none beside parentheses.
std::string folded_prefix(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (blank && (out.empty() || out.back() == ' ' || out.back() == '(')) continue;
    out += blank ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (out.starts_with('(')) out.erase(0, 1);
  return out;
}

bool begins_with(std::string_view move, const std::string& prefix) {
  if (move.starts_with('(')) move.remove_prefix(1);
  if (move.size() < prefix.size()) return false;
  return std::equal(prefix.begin(), prefix.end(), move.begin(),
                    [](char p, char m) { return p == static_cast<char>(std::tolower(static_cast<unsigned char>(m))); });
}

}  // namespace

LegalPage find_page(const std::vector<std::string>& moves, const LegalQuery& query) {
  const std::string prefix = folded_prefix(query.prefix);
  const std::size_t most = std::clamp<std::size_t>(query.limit, 1, kMostMovesShown);
  LegalPage page;
  for (std::size_t m = 0; m < moves.size(); ++m) {
    if (!begins_with(moves[m], prefix)) continue;
    ++page.matching;
    if (m < query.after || page.next) continue;
    if (page.choices.size() == most) page.next = m;
    else page.choices.push_back(m);
  }
  return page;
}

}  // namespace agon::serve
