// Runs a rule by its reference tables (Figure 1 of the paper). The innermost loops are two array look-ups and a write.
#pragma once

#include "engines/chainer/knowledge.h"
#include "engines/chainer/tables.h"

namespace agon::engines::chainer {

// kCount: count the list elements read, for experiments.
template <bool kCount>
class Runner {
 public:
  Runner(const RuleTables& rule, KnowledgeBase& kb)
      : rule_(rule), kb_(kb), flags_(kb.flags()), out_(kb.list(rule.head_relation)), count_(kb.count(rule.head_relation)) {}

  // The first input reads the elements `begin` .. `end` of its list only. Returns the number of elements read.
  std::uint64_t run(std::uint32_t begin = 0, std::uint32_t end = 0xffffffff) {
    if (rule_.never) return 0;
    for (const AtomId atom : rule_.must) {
      if (flags_[atom] == Flag::Off) return 0;
    }
    for (const AtomId atom : rule_.must_not) {
      if (flags_[atom] != Flag::Off) return 0;
    }
    if (rule_.single_head != kNever && flags_[rule_.single_head] != Flag::Off) return 0;
    if (rule_.levels.empty()) write(rule_.heads.front());
    else level(rule_.levels.data(), 0, begin, end);
    kb_.set_count(rule_.head_relation, count_);
    return reads_;
  }

 private:
  // True when there is nothing left to find.
  bool level(const TableLevel* here, std::uint32_t ref, std::uint32_t begin, std::uint32_t end) {
    switch (here->kind) {
      case TableLevel::Kind::Scan: {
        const AtomId* list = here->fixed ? here->fixed_list.data() : kb_.list(here->relation);
        const auto count = here->fixed ? static_cast<std::uint32_t>(here->fixed_list.size()) : kb_.count(here->relation);
        const std::int32_t* row = here->table.data() + std::uint64_t{ref} * here->stride;
        const AtomId base = here->base;
        if (end > count) end = count;
        if (here->writes && !stops()) {
          if constexpr (kCount) reads_ += end > begin ? end - begin : 0;
          for (std::uint32_t i = begin; i < end; ++i) append(static_cast<AtomId>(row[list[i] - base]));
          return false;
        }
        for (std::uint32_t i = begin; i < end; ++i) {
          if constexpr (kCount) ++reads_;
          const std::int32_t next = row[list[i] - base];
          if (next >= 0 && reached(here, static_cast<std::uint32_t>(next))) return true;
        }
        return false;
      }
      case TableLevel::Kind::Probe: {
        const TableLevel::Edge* edge = here->edges.data() + here->begin[ref];
        const TableLevel::Edge* last = here->edges.data() + here->begin[ref + 1];
        for (; edge != last; ++edge) {
          if constexpr (kCount) ++reads_;
          if (flags_[edge->atom] != Flag::Off && reached(here, edge->ref)) return true;
        }
        return false;
      }
      case TableLevel::Kind::Expand: {
        const std::uint32_t* next = here->refs.data() + here->begin[ref];
        const std::uint32_t* last = here->refs.data() + here->begin[ref + 1];
        for (; next != last; ++next) {
          if constexpr (kCount) ++reads_;
          if (reached(here, *next)) return true;
        }
        return false;
      }
    }
    return false;
  }

  bool reached(const TableLevel* here, std::uint32_t ref) {
    if (here->writes) {
      write(ref);
      return stops();
    }
    const AtomId* atom = here->atoms.data() + std::size_t{ref} * here->tests;
    const AtomId* const middle = atom + here->positive;
    const AtomId* const last = atom + here->tests;
    for (; atom != middle; ++atom) {
      if (flags_[*atom] == Flag::Off) return false;
    }
    for (; atom != last; ++atom) {
      if (flags_[*atom] != Flag::Off) return false;
    }
    if (!here->last) return level(here + 1, ref, 0, 0xffffffff);
    write(rule_.heads[ref]);
    return stops();
  }

  [[nodiscard]] bool stops() const { return rule_.single_head != kNever; }

  void write(AtomId atom) {
    if (flags_[atom] != Flag::Off) return;
    flags_[atom] = Flag::On;
    out_[count_++] = atom;
  }
  // The same without a branch, and for kNever too.
  void append(AtomId atom) {
    const bool fresh = (atom != kNever) & (flags_[atom] == Flag::Off);
    out_[count_] = atom;
    count_ += fresh ? 1U : 0U;
    flags_[atom] = static_cast<Flag>(static_cast<std::uint8_t>(flags_[atom]) | static_cast<std::uint8_t>(fresh));
  }

  const RuleTables& rule_;
  KnowledgeBase& kb_;
  Flag* const flags_;
  AtomId* const out_;
  std::uint32_t count_;
  std::uint64_t reads_ = 0;
};

}  // namespace agon::engines::chainer
