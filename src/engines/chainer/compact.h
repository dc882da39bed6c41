// A cache-conscious copy of what the inner loop reads of a rule's tables: a level is one cache line, and the headers of all rules
// and levels of a game are contiguous, in the order they are run, with pointers to the tables.
#pragma once

#include <memory>
#include <vector>

#include "engines/chainer/tables.h"

namespace agon::engines::chainer {

struct LevelCode {  // the fields of TableLevel
  union {
    const std::int32_t* table;
    const TableLevel::Edge* edges;
    const std::uint32_t* refs;
  };
  union {
    const std::uint32_t* begin;
    const AtomId* fixed_list;
  };
  const AtomId* atoms;
  std::uint64_t stride;
  AtomId base;
  RelationId relation;
  std::uint32_t fixed_count;  // of the list; kNotFixed where the list is the relation's
  std::uint32_t row;
  std::uint16_t positive;
  std::uint16_t tests;
  TableLevel::Kind kind;
  bool last, writes, flat;
};
static_assert(sizeof(LevelCode) <= 64);
inline constexpr std::uint32_t kNotFixed = 0xffffffff;

struct RuleCode {  // the fields of RuleTables
  const LevelCode* levels = nullptr;
  const AtomId* must = nullptr;
  const AtomId* must_not = nullptr;
  std::uint32_t must_count = 0;
  std::uint32_t must_not_count = 0;
  RelationId head_relation = 0;
  AtomId head_base = 0;
  AtomId head = kNever;
  AtomId single_head = kNever;
};

class CompactRules {
 public:
  // Rules without tables get a RuleCode that is never run. The tables must outlive this.
  explicit CompactRules(const std::vector<const RuleTables*>& rules) {
    std::size_t count = 0;
    for (const RuleTables* rule : rules) count += rule != nullptr ? rule->levels.size() : 0;
    levels_.reserve(count);  // keeps pointers into it valid
    for (const RuleTables* rule : rules) {
      RuleCode& code = rules_.emplace_back();
      if (rule == nullptr) continue;
      code = {nullptr,
              rule->must.data(),
              rule->must_not.data(),
              static_cast<std::uint32_t>(rule->must.size()),
              static_cast<std::uint32_t>(rule->must_not.size()),
              rule->head_relation,
              rule->head_base,
              rule->head,
              rule->single_head};
      if (!rule->levels.empty()) code.levels = levels_.data() + levels_.size();
      for (const TableLevel& level : rule->levels) levels_.push_back(pack(level));
    }
  }
  [[nodiscard]] const RuleCode& rule(std::size_t i) const { return rules_[i]; }

 private:
  static LevelCode pack(const TableLevel& level) {
    LevelCode code{};
    if (level.kind == TableLevel::Kind::Scan) code.table = level.table.data();
    else if (level.kind == TableLevel::Kind::Probe) code.edges = level.edges.data();
    else code.refs = level.refs.data();
    if (level.fixed && level.kind == TableLevel::Kind::Scan) code.fixed_list = level.fixed_list.data();
    else code.begin = level.begin.data();
    code.atoms = level.atoms.data();
    code.stride = level.stride;
    code.base = level.base;
    code.relation = level.relation;
    code.fixed_count = level.fixed ? static_cast<std::uint32_t>(level.fixed_list.size()) : kNotFixed;
    code.row = level.row;
    code.positive = static_cast<std::uint16_t>(level.positive);
    code.tests = static_cast<std::uint16_t>(level.tests);
    code.kind = level.kind;
    code.last = level.last;
    code.writes = level.writes;
    code.flat = level.flat;
    return code;
  }

  std::vector<LevelCode> levels_;
  std::vector<RuleCode> rules_;
};

}  // namespace agon::engines::chainer
