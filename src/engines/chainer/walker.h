// An interpreter of rules without reference tables: a nested-loop join that decodes and compares each list element. Slow, but it
// needs no memory: it plays the sample games that the join order is chosen by, evaluates static relations, and replaces tables that
// would be too large.
#pragma once

#include <vector>

#include "engines/chainer/budget.h"
#include "engines/chainer/compile/flat.h"
#include "engines/chainer/compile/ordering.h"
#include "engines/chainer/knowledge.h"
#include "engines/chainer/static_facts.h"

namespace agon::engines::chainer {

class Walker {
 public:
  // Relations that the layout does not store are read from the static facts, which must outlive this.
  Walker(const FlatProgram& program, const FlatRule& rule, const Plan& plan, const Layout& layout, StaticFacts& facts);

  // The working memory of one thread.
  struct Run {
    KnowledgeBase* kb = nullptr;
    const Deadline* deadline = nullptr;
    std::uint64_t reads = 0;  // list elements looked at
    std::vector<LexId> values;
    std::vector<LexId> leaves;
  };
  // The first input reads only the elements `begin` .. `end` of its list.
  void run(Run& run, std::uint32_t begin = 0, std::uint32_t end = 0xffffffff) const;

 private:
  struct Place {  // an argument of an input
    enum class Kind : std::uint8_t { Constant, Bound, Fresh } kind = Kind::Constant;
    std::uint32_t id = 0;  // constant or variable
  };
  struct Test {
    const FlatLiteral* literal = nullptr;
    bool known = false;  // static
  };
  struct Level {
    RelationId relation = 0;
    bool known = false;
    std::vector<Place> places;
    std::vector<VariableId> fresh;
    double candidates = 1;  // combinations of values of the fresh variables
    const StaticIndex* index = nullptr;
    std::vector<Test> tests;
    std::vector<const Unequal*> unequal;
  };

  Test make_test(const FlatLiteral& literal, StaticFacts& facts) const;
  [[nodiscard]] bool passes(Run& run, const Test& test) const;
  [[nodiscard]] static bool differ(const Run& run, const Unequal& unequal);
  // All return true when nothing more can be derived.
  bool level(Run& run, std::size_t depth, std::uint32_t begin, std::uint32_t end) const;
  bool read_facts(Run& run, std::size_t depth) const;
  bool read_list(Run& run, std::size_t depth, std::uint32_t begin, std::uint32_t end) const;
  bool try_candidates(Run& run, std::size_t depth, std::size_t variable) const;
  bool after(Run& run, std::size_t depth) const;
  bool match(Run& run, const Level& level, const LexId* leaves) const;
  static void tick(Run& run);

  const FlatProgram* program_;
  const FlatRule* rule_;
  const Layout* layout_;
  const StaticFacts* facts_;
  std::vector<Test> preconditions_;
  std::vector<Level> levels_;
  bool single_head_ = false;  // no variable in the head: one derivation is enough
};

}  // namespace agon::engines::chainer
