// Finds the order of a set of values: as numbers, by a successor or less-than relation of the rules, or by their names (a b c, r1
// r2 r3).
#pragma once

#include <span>
#include <vector>

#include "knowledge/structure/evidence/static_relations.h"
#include "knowledge/structure/evidence/values.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge::structure {

struct Order {
  std::vector<ValueId> values;  // in order, or as given
  OrderSource source = OrderSource::None;
  bool cyclic = false;
  std::vector<OrderRelation> relations;  // every relation consistent with the values, forwards or backwards
  [[nodiscard]] bool ordered() const { return source != OrderSource::None; }
};

// A name of letters followed by a number and nothing else: c4.
struct SplitName {
  std::string letters;
  long long number = 0;
};
[[nodiscard]] std::optional<SplitName> split_name(std::string_view text);

class Orders {
 public:
  Orders(const ValueTable& values, std::span<const StaticRelation> relations);
  // Values must be in canonical order. One value has no order.
  [[nodiscard]] Order of(const std::vector<ValueId>& values) const;

 private:
  struct Chain {  // a relation restricted to the values, as a sequence
    std::vector<ValueId> values;
    bool cyclic = false;
    bool total = false;
  };
  struct Candidate {
    const StaticRelation* relation = nullptr;
    absl::flat_hash_map<ValueId, std::vector<ValueId>> next;
  };
  [[nodiscard]] std::optional<Chain> chain(const Candidate& candidate, const std::vector<ValueId>& values) const;

  const ValueTable& table_;
  std::vector<Candidate> candidates_;
};

}  // namespace agon::knowledge::structure
