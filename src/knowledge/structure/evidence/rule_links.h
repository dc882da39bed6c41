// Static analysis of arguments: the domain graph (which arguments share their values), and which arguments occur together in rules.
//
// Domains are the connected components of the undirected domain graph (Schiffel, section 5.2): two argument places belong together
// if a variable of a rule occurs at both. Constants are not nodes of our graph: with them, a step counter and a row would be one
// domain as soon as both contain the number 1. Links are finer: place A of one atom and place B of another have the same variable
// in the same rule, directly or through a defined relation. They tell which argument of a move is the column, where a domain
// cannot.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gdl/dependency.h"
#include "gdl/rules.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge::structure {

// An argument of a fluent, of a move or of a relation of the rules.
struct Place {
  enum class Kind : std::uint8_t { Fluent, Move, Relation };
  Kind kind = Kind::Relation;
  SymbolId functor;
  std::uint32_t arity = 0;
  std::uint32_t argument = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
  template <class H>
  friend H AbslHashValue(H h, const Place& p) {
    return H::combine(std::move(h), p.kind, p.functor, p.arity, p.argument);
  }
};

class RuleLinks {
 public:
  explicit RuleLinks(const gdl::Rules& rules);

  [[nodiscard]] Place fluent(const Family& family, std::uint32_t argument) const {
    return place(Place::Kind::Fluent, family, argument);
  }
  [[nodiscard]] Place move(const Family& family, std::uint32_t argument) const {
    return place(Place::Kind::Move, family, argument);
  }

  // The component of the domain graph; no value if no rule mentions the place.
  [[nodiscard]] std::optional<std::uint32_t> domain(const Place& place) const;
  // The number of times the rules give two places of different atoms the same variable.
  [[nodiscard]] std::uint32_t link(const Place& a, const Place& b) const;
  // The rules use two arguments of a fluent as coordinates of one cell: another small atom has both, or another fluent of the
  // family keeps one and has a neighbour of the other.
  [[nodiscard]] bool paired(const Place& a, const Place& b) const;
  // Some rule has a fluent of the family with constants at exactly these arguments (a bit each) and variables elsewhere.
  [[nodiscard]] bool fixes(const Family& family, std::uint32_t arguments) const;
  // Names of the variables that stand at a place, and of the unary relations that hold of them, each with its number of uses.
  [[nodiscard]] const std::map<std::string, std::uint32_t>& words(const Place& place) const;
  // The arguments of a relation that share variables with these places of one fluent, in a rule of play: one that concerns neither
  // the initial state nor the enumeration of fluents and moves. The fluent may occur in a defined relation. Empty if no rule joins
  // the two.
  [[nodiscard]] std::vector<std::uint32_t> joined(const Family& relation, std::span<const Place> places) const;

 private:
  using PlaceId = std::uint32_t;
  struct Use {  // a variable at a place of an atom
    PlaceId place = 0;
    std::uint32_t atom = 0;
  };
  struct Atom {
    Place::Kind kind = Place::Kind::Relation;
    const gdl::Term* term = nullptr;
    bool head = false;
  };
  using Uses = std::map<SymbolId, std::vector<Use>>;

  [[nodiscard]] Place place(Place::Kind kind, const Family& family, std::uint32_t argument) const;
  PlaceId id(const Place& place);
  [[nodiscard]] PlaceId find(const Place& place) const;
  PlaceId root(PlaceId id) const;

  static void collect(const gdl::Term& atom, bool head, std::vector<Atom>& atoms);
  static std::vector<Atom> atoms_of(const gdl::Rule& rule);
  Uses uses_of(const std::vector<Atom>& atoms);
  void define(const std::vector<Atom>& atoms, const Uses& uses);
  void connect(const std::vector<Atom>& atoms, const Uses& uses);
  void name(const std::vector<Atom>& atoms, const Uses& uses);
  void pair_up(const std::vector<Atom>& atoms, const Uses& uses);
  void note_constants(const std::vector<Atom>& atoms);
  bool extend_definitions();
  [[nodiscard]] std::vector<std::uint32_t> shared(const gdl::Term& relation, const Atom& other,
                                                  std::span<const Place> places) const;
  [[nodiscard]] bool stands_for(const Place& here, const Place& fluent) const;

  const gdl::Rules* rules_;
  std::vector<Place> places_;
  absl::flat_hash_map<Place, PlaceId> ids_;
  mutable std::vector<PlaceId> parent_;
  // For an argument of a derived relation: the fluent arguments that it gets its values from, through any number of definitions.
  std::vector<std::vector<PlaceId>> sources_;
  std::vector<std::vector<PlaceId>> defined_by_;  // the same for one definition, relations left in
  absl::flat_hash_map<std::pair<PlaceId, PlaceId>, std::uint32_t> links_;
  absl::flat_hash_map<std::pair<PlaceId, PlaceId>, std::uint32_t> pairs_;  // number of rules that treat them as one
  std::vector<std::map<std::string, std::uint32_t>> words_;
  std::set<std::tuple<SymbolId, std::uint32_t, std::uint32_t>> fixed_;  // functor, arity, arguments
};

}  // namespace agon::knowledge::structure
