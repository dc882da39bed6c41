#include "base/similar.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace agon {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

bool similar(std::string_view a, std::string_view b, std::size_t most) {
  return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) <= most && edit_distance(a, b) <= most;
}

std::string nearest_name(std::string_view word, std::span<const std::string> names, std::size_t most) {
  std::string best;
  std::size_t least = most + 1;
  for (const std::string& name : names) {
    if (!similar(word, name, least - 1)) continue;
    least = edit_distance(word, name);
    best = name;
    if (least == 0) break;
  }
  return best;
}

std::string suggest(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t kSlips = 2;
  if (const std::string name = nearest_name(word, names, kSlips); !name.empty()) return fmt::format("did you mean {}?", name);
  for (const std::string& name : names) {
    if (word.size() > kSlips && name.find(word) != std::string::npos) return fmt::format("did you mean {}?", name);
  }
  return fmt::format("there are: {}", fmt::join(names, ", "));
}

}  // namespace agon
