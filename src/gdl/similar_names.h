// Names one slip of the pen apart: one letter too many, too few or wrong, or two neighbours exchanged.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace agon::gdl {

[[nodiscard]] bool one_slip_apart(std::string_view a, std::string_view b);

// x1 and x2, row_a3 and row_a4: a family of names, not a slip.
[[nodiscard]] bool differ_only_in_digits(std::string_view a, std::string_view b);

// Finds neighbours through shared deletions (Mor and Fraenkel 1982): two names one slip apart become equal when at most one letter
// is left out of each. Looking up costs the square of a name's length, whatever the number of names. The texts must stay alive.
class SimilarNames {
 public:
  void add(SymbolId id, std::string_view name, std::uint32_t weight);

  struct Match {
    SymbolId id;
    std::uint32_t weight = 0;  // 0: nothing found
  };
  // The heaviest name one slip away from this one that accept(id) admits; families are left out.
  [[nodiscard]] Match find(std::string_view name, const std::function<bool(SymbolId)>& accept) const;

 private:
  struct Entry {
    SymbolId id;
    std::string_view name;
    std::uint32_t weight;
  };
  std::vector<Entry> entries_;
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> deletions_;
};

}  // namespace agon::gdl
