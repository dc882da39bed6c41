// Executes a rule by its reference tables (Figure 1 of the paper). The innermost loops are two array look-ups and a write.
#pragma once

#include "engines/chainer/compact.h"
#include "engines/chainer/knowledge.h"

namespace agon::engines::chainer {

// kCount: count the list elements read, for experiments.
template <bool kCount>
class Runner {
 public:
  Runner(const RuleCode& rule, KnowledgeBase& kb)
      : rule_(rule), flags_(kb.flags()), lists_(kb.lists()), counts_(kb.counts()), out_(lists_ + rule.head_base) {}

  // The rule must be able to fire. The first input reads only the elements `begin` .. `end` of its list. Returns the number of
  // elements read.
  std::uint64_t run(std::uint32_t begin = 0, std::uint32_t end = 0xffffffff) {
    for (std::uint32_t i = 0; i < rule_.must_count; ++i) {
      if (flags_[rule_.must[i]] == Flag::Off) return 0;
    }
    for (std::uint32_t i = 0; i < rule_.must_not_count; ++i) {
      if (flags_[rule_.must_not[i]] != Flag::Off) return 0;
    }
    if (rule_.single_head != kNever && flags_[rule_.single_head] != Flag::Off) return 0;
    count_ = counts_[rule_.head_relation];
    if (rule_.levels == nullptr) write(rule_.head);
    else level(rule_.levels, 0, begin, end);
    counts_[rule_.head_relation] = count_;
    return reads_;
  }

 private:
  // True when nothing more can be derived.
  bool level(const LevelCode* here, std::uint32_t ref, std::uint32_t begin, std::uint32_t end) {
    if (here->flat) {
      flat(here, ref, begin, end);
      return false;
    }
    switch (here->kind) {
      case TableLevel::Kind::Scan: {
        const AtomId* list = list_of(here, end);
        const std::int32_t* row = here->table + std::uint64_t{ref} * here->stride;
        for (std::uint32_t i = begin; i < end; ++i) {
          if constexpr (kCount) ++reads_;
          const std::int32_t next = row[list[i] - here->base];
          if (next >= 0 && reached(here, static_cast<std::uint32_t>(next))) return true;
        }
        return false;
      }
      case TableLevel::Kind::Probe: {
        const TableLevel::Edge* edge = here->edges + here->begin[ref];
        const TableLevel::Edge* last = here->edges + here->begin[ref + 1];
        for (; edge != last; ++edge) {
          if constexpr (kCount) ++reads_;
          if (flags_[edge->atom] != Flag::Off && reached(here, edge->ref)) return true;
        }
        return false;
      }
      case TableLevel::Kind::Expand: {
        const std::uint32_t* next = here->refs + here->begin[ref];
        const std::uint32_t* last = here->refs + here->begin[ref + 1];
        for (; next != last; ++next) {
          if constexpr (kCount) ++reads_;
          if (reached(here, *next)) return true;
        }
        return false;
      }
    }
    return false;
  }

  // The number of tests as a template argument, so that their loops are unrolled.
  void flat(const LevelCode* here, std::uint32_t ref, std::uint32_t begin, std::uint32_t end) {
    static_assert(kMaxFlatTests == 3);
    const auto with = [&]<std::uint32_t kPositive, std::uint32_t kTests>() {
      flat_level(here, ref, begin, end, [&, atoms = here->atoms](std::uint32_t next) {
        return tested<kPositive, kTests>(atoms + std::size_t{next} * (kTests + 1));
      });
    };
    switch (here->tests * 4 + here->positive) {
      case 0:
        if (here->writes) flat_level(here, ref, begin, end, [](std::uint32_t next) { return next; });
        else with.template operator()<0, 0>();
        break;
      case 4: with.template operator()<0, 1>(); break;
      case 5: with.template operator()<1, 1>(); break;
      case 8: with.template operator()<0, 2>(); break;
      case 9: with.template operator()<1, 2>(); break;
      case 10: with.template operator()<2, 2>(); break;
      case 12: with.template operator()<0, 3>(); break;
      case 13: with.template operator()<1, 3>(); break;
      case 14: with.template operator()<2, 3>(); break;
      case 15: with.template operator()<3, 3>(); break;
      default: break;
    }
  }

  // `result` turns a reference number into the atom to write, or kNever.
  template <class Result>
  void flat_level(const LevelCode* here, std::uint32_t ref, std::uint32_t begin, std::uint32_t end, Result&& result) {
    std::uint32_t count = count_;
    switch (here->kind) {
      case TableLevel::Kind::Scan: {
        const AtomId* list = list_of(here, end);
        const std::int32_t* row = here->table + std::uint64_t{ref} * here->stride;
        const AtomId base = here->base;
        if constexpr (kCount) reads_ += end > begin ? end - begin : 0;
        for (std::uint32_t i = begin; i < end; ++i) count = append(count, result(static_cast<std::uint32_t>(row[list[i] - base])));
        break;
      }
      case TableLevel::Kind::Probe: {
        const TableLevel::Edge* edge = here->edges + here->begin[ref];
        const TableLevel::Edge* last = here->edges + here->begin[ref + 1];
        if constexpr (kCount) reads_ += static_cast<std::uint64_t>(last - edge);
        for (; edge != last; ++edge) {
          const AtomId atom = result(edge->ref);
          count = append(count, atom & mask(flags_[edge->atom]));
        }
        break;
      }
      case TableLevel::Kind::Expand: {
        const std::uint32_t* next = here->refs + here->begin[ref];
        const std::uint32_t* last = here->refs + here->begin[ref + 1];
        if constexpr (kCount) reads_ += static_cast<std::uint64_t>(last - next);
        for (; next != last; ++next) count = append(count, result(*next));
        break;
      }
    }
    count_ = count;
  }

  const AtomId* list_of(const LevelCode* here, std::uint32_t& end) const {
    const bool fixed = here->fixed_count != kNotFixed;
    const std::uint32_t count = fixed ? here->fixed_count : counts_[here->relation];
    if (end > count) end = count;
    return fixed ? here->fixed_list : lists_ + here->base;
  }

  bool reached(const LevelCode* here, std::uint32_t ref) {
    if (here->writes) {
      write(ref);
      return stops();
    }
    const AtomId* atom = here->atoms + std::size_t{ref} * here->row;
    const AtomId* const middle = atom + here->positive;
    const AtomId* const last = atom + here->tests;
    for (; atom != middle; ++atom) {
      if (flags_[*atom] == Flag::Off) return false;
    }
    for (; atom != last; ++atom) {
      if (flags_[*atom] != Flag::Off) return false;
    }
    if (!here->last) return level(here + 1, ref, 0, 0xffffffff);
    write(*last);
    return stops();
  }

  static std::uint32_t mask(Flag flag) { return 0U - static_cast<std::uint32_t>(flag); }
  // The atom at the end of a row if its tests pass.
  template <std::uint32_t kPositive, std::uint32_t kTests>
  AtomId tested(const AtomId* row) const {
    std::uint32_t passes = 0xffffffff;
    for (std::uint32_t t = 0; t < kPositive; ++t) passes &= mask(flags_[row[t]]);
    for (std::uint32_t t = kPositive; t < kTests; ++t) passes &= ~mask(flags_[row[t]]);
    return row[kTests] & passes;
  }

  [[nodiscard]] bool stops() const { return rule_.single_head != kNever; }

  void write(AtomId atom) {
    if (flags_[atom] != Flag::Off) return;
    flags_[atom] = Flag::On;
    out_[count_++] = atom;
  }
  // The same, branch-free, and for kNever too.
  std::uint32_t append(std::uint32_t count, AtomId atom) {
    const Flag flag = flags_[atom];
    const auto fresh =
        static_cast<std::uint32_t>(static_cast<std::uint32_t>(atom != kNever) & (static_cast<std::uint32_t>(flag) ^ 1U));
    out_[count] = atom;
    flags_[atom] = static_cast<Flag>(static_cast<std::uint32_t>(flag) | fresh);
    return count + fresh;
  }

  const RuleCode& rule_;
  Flag* const flags_;
  AtomId* const lists_;
  std::uint32_t* const counts_;
  AtomId* const out_;
  std::uint32_t count_ = 0;
  std::uint64_t reads_ = 0;
};

}  // namespace agon::engines::chainer
