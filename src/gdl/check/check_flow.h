// Data-flow analysis of terms: an over-approximation of the domain of every argument, from the heads of the rules (the domain graph
// of Schiffel's thesis, section 5.2, but directed). Private to the checks.
//
//   (<= (next (cell ?x ?y ?w)) (does ?w (mark ?x ?y)))       true[0]   <- cell/3
//                                                            cell[2]   <- does[0] <- legal[0] <- role[0]
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {

// An argument place: of a relation, or of a function wherever it occurs.
struct Slot {
  Relation owner;
  std::uint32_t index = 0;
  bool function = false;
  friend bool operator==(Slot, Slot) = default;
  template <class H>
  friend H AbslHashValue(H h, Slot s) {
    return H::combine(std::move(h), s.owner, s.index, s.function);
  }
};

// The place of an argument in an atom. `true` reads what `init` and `next` write; `does` reads `legal`.
[[nodiscard]] Slot slot_of(const Term& atom, std::uint32_t index);
[[nodiscard]] inline Slot slot_in(const Term& function, std::uint32_t index) { return {relation_of(function), index, true}; }

class Flow {
 public:
  explicit Flow(const Sheet& sheet);

  struct Domain {
    bool anything = false;
    absl::flat_hash_set<Relation> functors;  // constants are functors without arguments
  };
  // The domain is empty for a place that is never written.
  [[nodiscard]] const Domain& domain(Slot slot) const;
  [[nodiscard]] bool may_hold(Slot slot, const Term& term) const;

 private:
  using Sources = absl::flat_hash_map<SymbolId, std::vector<std::uint32_t>>;  // variable -> places it gets its values from
  struct Place {
    bool anything = false;
    std::vector<Relation> functors;
    std::vector<std::uint32_t> sources;
  };
  std::uint32_t place(Slot slot);
  void collect(const Term& term, std::uint32_t at, Sources& sources);
  void collect(const Formula& formula, Sources& sources);
  void write(const Term& term, std::uint32_t at, const Sources& sources);

  std::vector<Place> places_;
  absl::flat_hash_map<Slot, std::uint32_t> index_;
  mutable absl::flat_hash_map<std::uint32_t, Domain> domains_;  // of the places asked for so far
  mutable std::uint64_t work_ = 0;
};

}  // namespace agon::gdl
