#include "gdl/similar_names.h"

#include <algorithm>
#include <string>

#include "base/hash.h"

namespace agon::gdl {
namespace {

constexpr std::size_t kLongestName = 64;  // beyond this, nobody types by hand

bool digit(char c) { return c >= '0' && c <= '9'; }

// visit(hash) for the name and for each name with one letter left out.
template <class Visit>
void for_each_deletion(std::string_view name, Visit&& visit) {
  visit(fnv1a(name));
  for (std::size_t i = 0; i < name.size(); ++i) visit(fnv1a(name.substr(i + 1), fnv1a(name.substr(0, i))));
}

}  // namespace

bool one_slip_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1 || a == b) return false;
  const std::size_t front = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (a.size() < b.size()) return a.substr(front) == b.substr(front + 1);
  if (a.substr(front + 1) == b.substr(front + 1)) return true;
  return front + 1 < a.size() && a[front] == b[front + 1] && a[front + 1] == b[front] && a.substr(front + 2) == b.substr(front + 2);
}

bool differ_only_in_digits(std::string_view a, std::string_view b) {
  const auto letters = [](std::string_view text) {
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [](char c) { return !digit(c); });
    return kept;
  };
  return letters(a) == letters(b);
}

void SimilarNames::add(SymbolId id, std::string_view name, std::uint32_t weight) {
  if (name.size() > kLongestName) return;
  const auto index = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({id, name, weight});
  for_each_deletion(name, [&](std::uint64_t hash) { deletions_[hash].push_back(index); });
}

SimilarNames::Match SimilarNames::find(std::string_view name, const std::function<bool(SymbolId)>& accept) const {
  Match best;
  if (name.size() > kLongestName) return best;
  for_each_deletion(name, [&](std::uint64_t hash) {
    const auto found = deletions_.find(hash);
    if (found == deletions_.end()) return;
    for (const std::uint32_t index : found->second) {
      const Entry& entry = entries_[index];
      if (entry.weight > best.weight && one_slip_apart(name, entry.name) && !differ_only_in_digits(name, entry.name) &&
          accept(entry.id)) {
        best = {entry.id, entry.weight};
      }
    }
  });
  return best;
}

}  // namespace agon::gdl
