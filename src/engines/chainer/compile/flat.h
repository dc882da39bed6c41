// The flat (function-free, Datalog) form of a game, on which forward chaining works (Schofield and Saffidine, GIGA'13): a relation
// is a predicate together with the function terms of its arguments, `true/cell` with three arguments say, so that every argument is
// a constant. A rule about whole terms, `(true ?f)`, becomes one rule for each shape that the term can have.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <vector>

#include "game/terms.h"
#include "ground/clauses.h"

namespace agon::engines::chainer {

using LexId = std::uint32_t;  // a constant of the game, numbered in the canonical order of terms
using RelationId = std::uint32_t;
using VariableId = std::uint32_t;
using ShapeId = std::uint32_t;

inline constexpr RelationId kNoRelation = 0xffffffff;

// The function symbols of a term without its constants: leaf, or functor over shapes. Hash-consed.
class Shapes {
 public:
  static constexpr ShapeId kLeaf = 0;
  struct Node {
    SymbolId functor;
    std::vector<ShapeId> args;
    std::uint32_t depth = 0;
    std::uint32_t leaves = 1;
  };
  Shapes() : nodes_(1) {}
  ShapeId intern(SymbolId functor, std::vector<ShapeId> args);
  [[nodiscard]] const Node& node(ShapeId id) const { return nodes_[id]; }

 private:
  std::vector<Node> nodes_;
  absl::flat_hash_map<std::pair<std::uint32_t, std::vector<ShapeId>>, ShapeId> ids_;
};

struct Arg {
  bool variable = false;
  std::uint32_t id = 0;  // VariableId or LexId
  friend bool operator==(Arg, Arg) = default;
};

struct FlatLiteral {
  RelationId relation = 0;
  bool negated = false;
  std::vector<Arg> args;
};

// `distinct` of two terms of one shape: some pair of their constants differs.
struct Unequal {
  std::vector<std::pair<Arg, Arg>> pairs;
};

struct FlatRule {
  FlatLiteral head;
  std::vector<FlatLiteral> body;  // in the order of the sheet; every variable occurs in a positive literal (range-restricted)
  std::vector<Unequal> unequal;
  std::uint32_t variables = 0;
  std::vector<std::vector<LexId>> domains;  // per variable, ascending: the intersection over its positive occurrences
};

// One flat relation and its numbering (Definition 4): mixed radix over the domains, first argument least significant.
struct Relation {
  ground::PredicateId predicate = 0;
  std::vector<ShapeId> shape;  // per argument of the predicate
  std::uint32_t arity = 0;     // leaves

  std::vector<std::vector<LexId>> domains;          // per leaf, ascending
  std::vector<std::vector<std::int32_t>> digit_of;  // per leaf: index of a constant in the domain, or -1
  std::vector<std::uint64_t> radix;                 // product of the domain sizes before this leaf
  std::uint64_t size = 0;                           // |S|; saturates at kTooLarge

  ground::Lifetime lifetime = ground::Lifetime::Static;
  std::uint32_t component = 0;  // evaluation order; relations that derive each other share one
  bool recursive = false;
  bool possible = false;  // may ever hold

  static constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 60U;

  // The number of an instance, -1 if a constant lies outside its domain.
  [[nodiscard]] std::int64_t encode(const LexId* leaves) const {
    std::uint64_t id = 0;
    for (std::uint32_t i = 0; i < arity; ++i) {
      const std::int32_t digit = digit_of[i][leaves[i]];
      if (digit < 0) return -1;
      id += static_cast<std::uint64_t>(digit) * radix[i];
    }
    return static_cast<std::int64_t>(id);
  }
  void decode(std::uint64_t id, LexId* leaves) const {
    for (std::uint32_t i = 0; i < arity; ++i) {
      const std::uint64_t base = domains[i].size();
      leaves[i] = domains[i][id % base];
      id /= base;
    }
  }
};

struct FlatProgram {
  Shapes shapes;
  std::vector<TermId> lexicon;  // ascending in canonical order
  std::vector<Relation> relations;
  std::vector<FlatRule> rules;
  std::vector<std::vector<LexId>> facts;  // per relation: rows of its leaves, one after the other, without repetition
  std::vector<std::string> names;         // per relation, for people: `true/cell`
  RelationId universe = kNoRelation;      // holds of every constant of the sheet: the range of variables that nothing binds

  std::vector<bool> guards;  // per relation: holds of its whole domain; see guards.h

  // The relations of one keyword, one for each shape.
  std::vector<RelationId> roles, init, fluents, next, legal, does, goal, sees;
  RelationId terminal = kNoRelation;

  [[nodiscard]] std::size_t fact_count(RelationId relation) const {
    const std::uint32_t arity = relations[relation].arity;
    return arity == 0 ? (relations[relation].possible ? 1 : 0) : facts[relation].size() / arity;
  }
};

// The term with the given shape and leaves; advances `leaves`.
[[nodiscard]] TermId make_term(const FlatProgram& program, game::TermBank& terms, ShapeId shape, const LexId*& leaves);

}  // namespace agon::engines::chainer
