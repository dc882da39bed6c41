#include "knowledge/structure/evidence/orders.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cctype>

namespace agon::knowledge::structure {
namespace {

constexpr std::size_t kMostPairs = 10'000;  // of a relation that is tried as an order

// a b c ..., without a gap: contents such as b, o, x are letters too.
bool letters_in_a_row(const ValueTable& table, const std::vector<ValueId>& values) {
  if (values.size() < 3) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& text = table.text(values[i]);
    if (text.size() != 1 || std::isalpha(static_cast<unsigned char>(text[0])) == 0) return false;
    if (i > 0 && text[0] != table.text(values[i - 1])[0] + 1) return false;
  }
  return true;
}

// The values by the number behind a common word, if that is how all are called.
std::vector<ValueId> numbered_names(const ValueTable& table, const std::vector<ValueId>& values) {
  std::vector<std::pair<long long, ValueId>> numbered;
  std::string word;
  for (const ValueId value : values) {
    const std::optional<SplitName> name = split_name(table.text(value));
    if (!name || (!numbered.empty() && name->letters != word)) return {};
    word = name->letters;
    numbered.emplace_back(name->number, value);
  }
  std::ranges::sort(numbered);
  std::vector<ValueId> result;
  for (const auto& [number, value] : numbered) result.push_back(value);
  return result;
}

}  // namespace

std::optional<SplitName> split_name(std::string_view text) {
  std::size_t letters = 0;
  while (letters < text.size() && (std::isalpha(static_cast<unsigned char>(text[letters])) != 0 || text[letters] == '_')) ++letters;
  const std::optional<long long> number = whole_number(text.substr(letters));
  if (letters == 0 || !number || *number < 0) return std::nullopt;
  if (text[letters] == '0' && text.size() > letters + 1) return std::nullopt;  // p0010 is a pattern and no number
  return SplitName{std::string(text.substr(0, letters)), *number};
}

Orders::Orders(const ValueTable& values, std::span<const StaticRelation> relations) : table_(values) {
  for (const StaticRelation& relation : relations) {
    if (relation.arity != 2 || relation.rows.size() > kMostPairs) continue;
    Candidate candidate{&relation, {}};
    for (const Tuple& row : relation.rows) {
      std::vector<ValueId>& next = candidate.next[row[0]];
      if (std::ranges::find(next, row[1]) == next.end()) next.push_back(row[1]);
    }
    candidates_.push_back(std::move(candidate));
  }
}

std::optional<Orders::Chain> Orders::chain(const Candidate& candidate, const std::vector<ValueId>& values) const {
  const absl::flat_hash_set<ValueId> wanted(values.begin(), values.end());
  absl::flat_hash_map<ValueId, std::vector<ValueId>> next;
  absl::flat_hash_map<ValueId, std::uint32_t> before;
  std::size_t pairs = 0;
  for (const ValueId value : values) {
    const auto found = candidate.next.find(value);
    if (found == candidate.next.end()) continue;
    for (const ValueId other : found->second) {
      if (other == value || !wanted.contains(other)) continue;
      next[value].push_back(other);
      ++before[other];
      ++pairs;
    }
  }
  const std::size_t n = values.size();
  if (n > 2 && pairs == n * (n - 1) / 2) {
    // Less-than: all values differ in the number of greater ones. (Three pairs of three values may be a ring as well.)
    std::vector<ValueId> sorted(n, 0);
    std::vector<bool> taken(n);
    for (const ValueId value : values) {
      const std::size_t greater = next.contains(value) ? next[value].size() : 0;
      if (greater >= n) return std::nullopt;
      taken[n - 1 - greater] = true;
      sorted[n - 1 - greater] = value;
    }
    if (std::ranges::find(taken, false) == taken.end()) return Chain{std::move(sorted), false, true};
  }
  // Successor: one successor and one predecessor each, all in one chain or one ring.
  if (pairs != n - 1 && !(pairs == n && n > 2)) return std::nullopt;
  ValueId at = values.front();
  for (const ValueId value : values) {
    if (next.contains(value) && next[value].size() > 1) return std::nullopt;
    if (before.contains(value) && before[value] > 1) return std::nullopt;
    if (!before.contains(value)) at = value;
  }
  Chain result{{}, pairs == n, false};
  for (std::size_t i = 0; i < n; ++i) {
    result.values.push_back(at);
    if (i + 1 < n && !next.contains(at)) return std::nullopt;
    if (i + 1 < n) at = next[at].front();
  }
  const absl::flat_hash_set<ValueId> met(result.values.begin(), result.values.end());
  return met.size() == n ? std::optional(std::move(result)) : std::nullopt;
}

Order Orders::of(const std::vector<ValueId>& values) const {
  Order order;
  order.values = values;
  if (values.size() < 2) return order;
  const bool integers = std::ranges::all_of(values, [&](ValueId v) { return whole_number(table_.text(v)).has_value(); });
  const std::vector<ValueId> named = integers ? std::vector<ValueId>() : numbered_names(table_, values);
  if (integers) order.source = OrderSource::Integers;
  std::vector<std::pair<const Candidate*, Chain>> chains;
  for (const Candidate& candidate : candidates_) {
    if (std::optional<Chain> found = chain(candidate, values)) chains.emplace_back(&candidate, std::move(*found));
  }
  if (!integers) {
    const bool has_names = !named.empty() || letters_in_a_row(table_, values);
    const std::vector<ValueId>& by_name = named.empty() ? values : named;
    if (!chains.empty()) {
      // Two values are more often a pair of opposites than a track of two cells: names must agree.
      if (values.size() == 2 && !has_names) return order;
      // Where several relations differ, the one that runs along the names is the least surprising.
      const auto along = std::ranges::find_if(chains, [&](const auto& c) { return c.second.values == by_name; });
      order.values = along != chains.end() ? along->second.values : chains.front().second.values;
      order.source = OrderSource::Relation;
    } else if (has_names) {
      order.values = by_name;
      order.source = OrderSource::Names;
    }
  }
  for (const auto& [candidate, found] : chains) {
    std::vector<ValueId> turned = found.values;
    if (found.cyclic) {  // a ring has no first: start where the order does
      std::rotate(turned.begin(), std::ranges::find(turned, order.values.front()), turned.end());
    }
    std::vector<ValueId> backwards(turned.rbegin(), turned.rend());
    if (found.cyclic) std::rotate(backwards.begin(), std::ranges::find(backwards, order.values.front()), backwards.end());
    if (turned != order.values && backwards != order.values) continue;
    order.relations.push_back({candidate->relation->name, found.cyclic, turned != order.values, found.total});
    order.cyclic = order.cyclic || found.cyclic;
  }
  return order;
}

}  // namespace agon::knowledge::structure
