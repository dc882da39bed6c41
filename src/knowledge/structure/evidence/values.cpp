#include "knowledge/structure/evidence/values.h"

#include <algorithm>

#include "base/symbols.h"

namespace agon::knowledge::structure {

ValueId ValueTable::intern(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const auto id = static_cast<ValueId>(texts_.size());
  texts_.emplace_back(text);
  ids_.emplace(texts_.back(), id);
  return id;
}

std::optional<ValueId> ValueTable::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<long long> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  long long value = 0;
  if (!parse_integer(text.substr(negative ? 1 : 0), value)) return std::nullopt;
  return negative ? -value : value;
}

bool ValueTable::less(ValueId a, ValueId b) const {
  const std::optional<long long> x = whole_number(texts_[a]);
  const std::optional<long long> y = whole_number(texts_[b]);
  if (x && y && *x != *y) return *x < *y;
  return x.has_value() == y.has_value() ? texts_[a] < texts_[b] : x.has_value();
}

void ValueTable::sort(std::vector<ValueId>& values) const {
  std::ranges::sort(values, [&](ValueId a, ValueId b) { return less(a, b); });
}

ValueId TermReader::value(TermId term) {
  const auto [entry, fresh] = known_.try_emplace(term, 0);
  if (fresh) entry->second = values_->intern(terms_->text(term));
  return entry->second;
}

}  // namespace agon::knowledge::structure
