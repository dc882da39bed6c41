// Reference tables (Definitions 7 to 9 of the paper): the joins of a rule, precomputed. A reference number stands for the values of
// the live variables; the numbers of a level are dense, so the tables of the next one stay small. Static facts and `distinct` are
// decided here and leave only missing entries.
//
// A level takes a reference number to those of the next level in one of three ways:
//   Scan    the paper's: for each element of the relation's list, table[ref * |S| + element], or -1
//   Probe   for each instance that could agree (edges of ref): does it hold?    fewer reads where few could
//   Expand  for each static fact that agrees (edges of ref): nothing to test
#pragma once

#include <optional>
#include <vector>

#include "engines/chainer/budget.h"
#include "engines/chainer/compile/ordering.h"
#include "engines/chainer/knowledge.h"
#include "engines/chainer/static_facts.h"

namespace agon::engines::chainer {

// With more tests it pays to stop at the first that fails.
inline constexpr std::uint32_t kMaxFlatTests = 3;

struct TableLevel {
  enum class Kind : std::uint8_t { Scan, Probe, Expand };
  Kind kind = Kind::Scan;
  bool last = false;
  bool writes = false;  // last and without tests: reference numbers are the atoms to write (kNever where a Scan has none)
  // Last, and all instances are wanted: tests and writes are branch-free, because the branches would be unpredictable. A Scan then
  // has a reference number with a row of kNever instead of -1.
  bool flat = false;

  RelationId relation = 0;          // Scan: whose list
  AtomId base = 0;                  // Scan: number of the relation's first instance in its list
  std::uint64_t stride = 0;         // Scan: |S|
  std::vector<std::int32_t> table;  // Scan
  bool fixed = false;               // Scan: the list is this one
  std::vector<AtomId> fixed_list;

  struct Edge {
    AtomId atom;
    std::uint32_t ref;
  };
  std::vector<std::uint32_t> begin;  // Probe, Expand: edges of ref are begin[ref] .. begin[ref + 1]
  std::vector<Edge> edges;           // Probe
  std::vector<std::uint32_t> refs;   // Expand

  // Conditions: a row of atoms for each reference number of this level; the first `positive` must hold, the others up to `tests`
  // must not. In the last level the atom to write follows.
  std::uint32_t positive = 0;
  std::uint32_t tests = 0;
  std::uint32_t row = 0;
  std::vector<AtomId> atoms;

  [[nodiscard]] std::size_t bytes() const {
    return 4 * (table.size() + fixed_list.size() + begin.size() + 2 * edges.size() + refs.size() + atoms.size());
  }
};

struct RuleTables {
  std::vector<AtomId> must, must_not;  // preconditions
  std::vector<TableLevel> levels;
  RelationId head_relation = 0;
  AtomId head_base = 0;
  AtomId head = kNever;         // where there is no level
  bool never = false;           // cannot fire
  AtomId single_head = kNever;  // the only atom that this rule can derive: once is enough

  [[nodiscard]] std::size_t bytes() const;
};

struct TableBudget {
  std::size_t bytes = 0;  // for this rule
  const Deadline* deadline = nullptr;
};

// No value where the tables would exceed the budget, or a relation has no array. `scan_first`: the first level must be a Scan (of
// the delta of a list).
[[nodiscard]] std::optional<RuleTables> build_tables(const FlatProgram& program, const FlatRule& rule, const Plan& plan,
                                                     std::span<const double> means, const OrderOptions& options,
                                                     const Layout& layout, StaticFacts& facts, const TableBudget& budget,
                                                     bool scan_first);

}  // namespace agon::engines::chainer
