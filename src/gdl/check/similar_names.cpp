#include "gdl/check/similar_names.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/hash.h"

namespace agon::gdl {
namespace {

constexpr std::size_t kLongestName = 64;  // beyond this, nobody types by hand

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// visit(hash, minor) for the name and for each name with one letter left out; minor: what was left out is a digit or nothing.
template <class Visit>
void for_each_deletion(std::string_view name, Visit&& visit) {
  visit(fnv1a(name), true);
  for (std::size_t i = 0; i < name.size(); ++i) visit(fnv1a(name.substr(i + 1), fnv1a(name.substr(0, i))), is_digit(name[i]));
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
    std::ranges::copy_if(text, std::back_inserter(kept), [](char c) { return !is_digit(c); });
    return kept;
  };
  return letters(a) == letters(b);
}

void SimilarNames::Deletions::freeze() {
  begin_.assign(std::bit_ceil(slots_.size() + 1) + 1, 0);
  for (const Slot& slot : slots_) ++begin_[bucket(slot.key) + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  std::vector<Slot> ordered(slots_.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const Slot& slot : slots_) ordered[next[bucket(slot.key)]++] = slot;
  slots_ = std::move(ordered);
}

template <class Visit>
void SimilarNames::Deletions::find(std::uint64_t hash, Visit&& visit) const {
  if (slots_.empty()) return;
  const std::uint32_t key = key_of(hash);
  const std::size_t at = bucket(key);
  for (std::uint32_t i = begin_[at]; i < begin_[at + 1]; ++i) {
    if (slots_[i].key == key) visit(slots_[i].name);
  }
}

SimilarNames::SimilarNames(std::vector<WeightedName> names) : names_(std::move(names)) {
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    if (names_[i].name.size() > kLongestName) continue;
    for_each_deletion(names_[i].name, [&](std::uint64_t hash, bool minor) { (minor ? digits_ : others_).add(hash, i); });
  }
  digits_.freeze();
  others_.freeze();
}

SimilarNames::Match SimilarNames::find(std::string_view name, const std::function<bool(SymbolId)>& accept) const {
  Match best;
  if (name.size() > kLongestName) return best;
  const auto consider = [&](std::uint32_t index) {
    const WeightedName& other = names_[index];
    if (other.weight > best.weight && one_slip_apart(name, other.name) && !differ_only_in_digits(name, other.name) &&
        accept(other.id)) {
      best = {other.id, other.weight};
    }
  };
  for_each_deletion(name, [&](std::uint64_t hash, bool minor) {
    others_.find(hash, consider);
    if (!minor) digits_.find(hash, consider);
  });
  return best;
}

}  // namespace agon::gdl
