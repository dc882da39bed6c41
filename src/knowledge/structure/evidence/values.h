// Interned ground terms that do not depend on an engine: terms of two term banks with the same text are one value here.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/terms.h"

namespace agon::knowledge::structure {

using ValueId = std::uint32_t;
using Tuple = std::vector<ValueId>;

class ValueTable {
 public:
  ValueId intern(std::string_view text);
  [[nodiscard]] const std::string& text(ValueId id) const { return texts_[id]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::optional<ValueId> find(std::string_view text) const;
  [[nodiscard]] bool constant(ValueId id) const { return texts_[id].front() != '('; }
  // Numbers by value, then names by bytes: the canonical order of terms.
  [[nodiscard]] bool less(ValueId a, ValueId b) const;
  void sort(std::vector<ValueId>& values) const;

 private:
  std::deque<std::string> texts_;  // stable addresses: the map's keys point into it
  absl::flat_hash_map<std::string_view, ValueId> ids_;
};

// A whole number with an optional minus sign.
[[nodiscard]] std::optional<long long> whole_number(std::string_view text);

// Reads the terms of one bank into a table; each term is written out once.
class TermReader {
 public:
  TermReader(const game::TermBank& terms, ValueTable& values) : terms_(&terms), values_(&values) {}
  [[nodiscard]] const game::TermBank& terms() const { return *terms_; }
  ValueId value(TermId term);

 private:
  const game::TermBank* terms_;
  ValueTable* values_;
  absl::flat_hash_map<TermId, ValueId> known_;
};

}  // namespace agon::knowledge::structure
