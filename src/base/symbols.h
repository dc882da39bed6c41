// String interning. A symbol is a number; its text and its rank in the canonical order are looked up by it.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <deque>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace agon {

// Built by the reader, then shared read-only. Canonical order: numbers by value, then names by bytes.
class SymbolTable {
 public:
  SymbolId intern(std::string_view text);
  [[nodiscard]] const std::string& text(SymbolId id) const { return texts_[id.index()]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  // The symbol if it is known, otherwise size() as an id that equals none.
  [[nodiscard]] SymbolId find(std::string_view text) const;

 private:
  std::deque<std::string> texts_;  // stable addresses: the map's keys point into it
  absl::flat_hash_map<std::string_view, SymbolId> ids_;
};

// True, with the value, if the text is a plain decimal integer of at most 18 digits.
[[nodiscard]] bool parse_integer(std::string_view text, long long& value);

// Three-way order of two symbol texts: numbers first and by value, then bytes.
[[nodiscard]] int compare_symbol_texts(std::string_view a, std::string_view b);

}  // namespace agon
