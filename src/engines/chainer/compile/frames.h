// Frame axioms as bit masks: `next (cell ?x ?y ?c)` if `true (cell ?x ?y ?c)` and nothing happened to it. Most of a state comes
// from such rules, which copy fluents to where they are. Where states are bit vectors, such a rule is an AND of the state with a
// mask; each instance of another condition has a mask of the fluents that it lets pass or stops, and few instances hold:
//   next  |=  state & mask & (pass of each instance that holds, OR-ed)... & ~(stop of each instance that holds)...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engines/chainer/program.h"

namespace agon::engines::chainer {

class FrameRule {
 public:
  // `begin`: the number of the relation's first fluent in a state. No value where the rule is not a frame axiom, or is cheaper to
  // run by its tables.
  [[nodiscard]] static std::optional<FrameRule> make(const Program& program, std::uint32_t rule, RelationId fluents,
                                                     std::uint64_t begin);

  // Adds the derived fluents to `next`; `buffer` has room for two states. Returns the number of list elements read.
  std::uint64_t run(const KnowledgeBase& kb, const std::uint64_t* state, std::uint64_t* next, std::uint64_t* buffer) const;

  // Relations whose lists are read.
  template <class Visit>
  void for_each_list(Visit&& visit) const {
    for (const Part& part : parts_) visit(part.relation);
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class FrameBuilder;
  struct Cell {
    std::uint32_t word;
    std::uint64_t bits;
  };
  struct Part {  // one condition
    RelationId relation = 0;
    AtomId base = 0;
    bool negated = false;
    std::vector<std::uint32_t> begin;  // by instance: its fluents are cells begin .. next begin
    std::vector<Cell> cells;
  };

  std::vector<AtomId> must_, must_not_;
  std::uint32_t first_ = 0;  // word of the state that the mask starts at
  std::vector<std::uint64_t> mask_;
  std::vector<Part> parts_;  // positive ones first
};

}  // namespace agon::engines::chainer
