// Misspellings: names at Damerau-Levenshtein distance one (a letter too many, too few or wrong, or two neighbours swapped).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace agon::gdl {

[[nodiscard]] bool one_slip_apart(std::string_view a, std::string_view b);

// x1 and x2, row_a3 and row_a4: a family of names, not a misspelling.
[[nodiscard]] bool differ_only_in_digits(std::string_view a, std::string_view b);

struct WeightedName {
  SymbolId id;
  std::string_view name;  // must outlive the index
  std::uint32_t weight = 0;
};

// Finds neighbours by common deletions (Mor and Fraenkel 1982): two names at distance one become equal when at most one letter is
// deleted from each. A lookup costs the square of a name's length, whatever the number of names.
//
// Of two names that are no family, one at least has something else than a digit deleted. Deletions of digits are therefore compared
// with the others only: the names n0 ... n999999, each of which has dozens of relatives, never meet.
class SimilarNames {
 public:
  SimilarNames() = default;
  explicit SimilarNames(std::vector<WeightedName> names);

  struct Match {
    SymbolId id;
    std::uint32_t weight = 0;  // 0: nothing found
  };
  // The heaviest name at distance one that accept(id) admits; families are left out.
  [[nodiscard]] Match find(std::string_view name, const std::function<bool(SymbolId)>& accept) const;

 private:
  // A hash table in two arrays, eight bytes for each deletion: of a million names there are ten million.
  class Deletions {
   public:
    void add(std::uint64_t hash, std::uint32_t name) { slots_.push_back({key_of(hash), name}); }
    void freeze();  // after the last add, before the first find
    template <class Visit>
    void find(std::uint64_t hash, Visit&& visit) const;

   private:
    struct Slot {
      std::uint32_t key = 0;
      std::uint32_t name = 0;
    };
    static std::uint32_t key_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash ^ hash >> 32U); }
    [[nodiscard]] std::size_t bucket(std::uint32_t key) const { return key & (begin_.size() - 2); }

    std::vector<Slot> slots_;           // by bucket
    std::vector<std::uint32_t> begin_;  // of each bucket, then the end; a power of two and one more
  };

  std::vector<WeightedName> names_;
  Deletions digits_;  // the whole names among them
  Deletions others_;
};

}  // namespace agon::gdl
