// The directed domain graph of a rule sheet: which constants and function terms can come to stand at each argument place.
//
// Edges lead only into argument places of heads: from the constants and functions written there, and from the places in the
// positive body where the same variable stands; and true <- init, true <- next, does <- legal (Schiffel 2011, section 7). All
// places of one function are shared by its contexts, so a domain is a cross product and over-approximates what is reachable.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <map>
#include <set>
#include <vector>

#include "base/result.h"
#include "game/terms.h"
#include "gdl/rules.h"
#include "ground/clauses.h"

namespace agon::knowledge::proofs {

// A function symbol with its number of arguments; a constant has none.
using Functor = gdl::Relation;

struct Place {
  bool relation = false;  // of a relation, otherwise of a function
  Functor of;
  std::uint32_t argument = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

class Domains {
 public:
  Domains(const ground::ClauseSet& clauses, const game::TermBank& terms);

  // What may stand there, as functors; the arguments of a function are places of their own.
  [[nodiscard]] const std::set<Functor>& at(const Place& place) const;
  [[nodiscard]] const std::set<Functor>& fluents() const { return at(relation_place(gdl::Keyword::True, 1, 0)); }
  [[nodiscard]] static Place relation_place(gdl::Keyword relation, std::uint32_t arity, std::uint32_t argument) {
    return {true, {gdl::symbol(relation), arity}, argument};
  }

  // Number of terms that may stand at a place; infinite where a function can contain itself.
  [[nodiscard]] double size(const Place& place) const;
  // All of them. Errors: `domain-infinite`, `domain-large`.
  [[nodiscard]] Result<std::vector<gdl::Term>> terms(const Place& place, std::size_t most) const;
  [[nodiscard]] bool finite(const Place& place) const;

 private:
  void add_clause(const ground::Clause& clause, const ground::ClauseSet& set);
  void close();
  void note_term(const Place& place, TermId term);
  void note_head(const Place& place, const ground::Pattern& pattern, const std::vector<std::vector<Place>>& sources);
  static void collect_sources(const Place& place, const ground::Pattern& pattern, std::vector<std::vector<Place>>& sources);
  double size_of(const Place& place, std::set<Place>& open) const;
  bool expand(const Place& place, std::size_t most, std::vector<gdl::Term>& out) const;

  const game::TermBank& bank_;
  std::map<Place, std::set<Functor>> elements_;
  std::map<Place, std::set<Place>> into_;  // from a place to those that get its elements
  std::uint32_t equations_ = 0;
};

}  // namespace agon::knowledge::proofs
