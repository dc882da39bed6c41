#include "base/symbols.h"

#include <charconv>

namespace agon {

SymbolId SymbolTable::intern(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const SymbolId id{static_cast<std::uint32_t>(texts_.size())};
  texts_.emplace_back(text);
  ids_.emplace(texts_.back(), id);
  return id;
}

SymbolId SymbolTable::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found != ids_.end() ? found->second : SymbolId{static_cast<std::uint32_t>(texts_.size())};
}

bool parse_integer(std::string_view text, long long& value) {
  if (text.empty() || text.size() > 18) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

int compare_symbol_texts(std::string_view a, std::string_view b) {
  long long x = 0;
  long long y = 0;
  const bool a_number = parse_integer(a, x);
  const bool b_number = parse_integer(b, y);
  if (a_number && b_number && x != y) return x < y ? -1 : 1;
  if (a_number != b_number) return a_number ? -1 : 1;
  const int order = a.compare(b);
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

}  // namespace agon
