// The knowledge base (working memory) of one state: for each relation a list of instances in order of derivation, and a membership
// flag for each possible instance. Clearing walks the list, so it costs what was stored and not what could be. A relation with too
// many instances for an array keeps its members in a hash set.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "engines/chainer/compile/flat.h"

namespace agon::engines::chainer {

// An atom is the number of an instance among all relations that have arrays: the relation's base plus the instance's own number.
// Atom 0 never holds.
using AtomId = std::uint32_t;
inline constexpr AtomId kNever = 0;

// Not a character type: by strict aliasing a write to a flag cannot modify anything else, so pointers stay in registers.
enum class Flag : std::uint8_t { Off, On };

struct Layout {
  static constexpr std::uint32_t kNotStored = 0xffffffff;  // static; not part of the knowledge base
  static constexpr std::uint32_t kSparse = 0xfffffffe;
  std::vector<std::uint32_t> base;    // per relation: first atom, or one of the above
  std::vector<std::uint32_t> sparse;  // per relation: number among the sparse ones
  std::uint32_t atoms = 1;
  std::uint32_t sparse_count = 0;
  // Atoms of the state phase, then to the end those of the move phase: each contiguous.
  std::uint32_t state_begin = 1;
  std::uint32_t move_begin = 1;

  [[nodiscard]] bool stored(RelationId r) const { return base[r] != kNotStored; }
  [[nodiscard]] bool dense(RelationId r) const { return base[r] < kSparse; }
};

// The bits of a byte as eight flags.
inline constexpr auto kSpread = [] {
  std::array<std::array<Flag, 8>, 256> result{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) result[byte][bit] = static_cast<Flag>(byte >> bit & 1U);
  }
  return result;
}();

class KnowledgeBase {
 public:
  explicit KnowledgeBase(const Layout& layout)
      : layout_(&layout),
        flags_(new Flag[layout.atoms + kSpare]()),
        lists_(new AtomId[layout.atoms]),  // not touched before it is used
        counts_(layout.base.size(), 0),
        sparse_(layout.sparse_count) {}

  [[nodiscard]] Flag* flags() { return flags_.get(); }
  // Has room for one element more than there are instances, so that a writer may store first and count afterwards (branch-free).
  [[nodiscard]] AtomId* list(RelationId r) { return lists_.get() + layout_->base[r]; }
  [[nodiscard]] const AtomId* list(RelationId r) const { return lists_.get() + layout_->base[r]; }
  [[nodiscard]] AtomId* lists() { return lists_.get(); }  // of all relations; a relation's list starts at its base
  [[nodiscard]] std::uint32_t* counts() { return counts_.data(); }
  void set_count(RelationId r, std::uint32_t count) { counts_[r] = count; }
  [[nodiscard]] std::uint32_t count(RelationId r) const { return counts_[r]; }
  [[nodiscard]] bool holds(AtomId atom) const { return flags_[atom] != Flag::Off; }

  void write(RelationId r, AtomId atom) {
    if (flags_[atom] != Flag::Off) return;
    flags_[atom] = Flag::On;
    lists_[layout_->base[r] + counts_[r]++] = atom;
  }

  // Sets the flags of 64 atoms, which must be off, from bits.
  void spread(AtomId first, std::uint64_t bits) {
    for (Flag* to = flags_.get() + first; bits != 0; bits >>= 8U, to += 8) std::memcpy(to, &kSpread[bits & 0xffU], 8);
  }

  // The same by instance number, for relations with and without arrays.
  [[nodiscard]] bool holds_instance(RelationId r, std::uint64_t id) const {
    if (layout_->dense(r)) return flags_[layout_->base[r] + id] != Flag::Off;
    return sparse_[layout_->sparse[r]].set.contains(id);
  }
  void write_instance(RelationId r, std::uint64_t id) {
    if (layout_->dense(r)) {
      write(r, static_cast<AtomId>(layout_->base[r] + id));
    } else if (Sparse& s = sparse_[layout_->sparse[r]]; s.set.insert(id).second) {
      s.list.push_back(id);
      ++counts_[r];
    }
  }
  [[nodiscard]] std::uint64_t instance(RelationId r, std::uint32_t i) const {
    return layout_->dense(r) ? lists_[layout_->base[r] + i] - layout_->base[r] : sparse_[layout_->sparse[r]].list[i];
  }

  // Clears the relations that make up the atoms `begin` .. `end`. A short range of flags is faster to overwrite than to walk, and
  // needs no lists.
  [[nodiscard]] static bool wiped(const Layout& layout, AtomId begin, AtomId end) {
    return end - begin <= kMaxWiped && layout.sparse_count == 0;
  }
  void clear(const std::vector<RelationId>& relations, AtomId begin, AtomId end) {
    if (wiped(*layout_, begin, end)) {
      std::memset(flags_.get() + begin, 0, end - begin);
      for (const RelationId r : relations) counts_[r] = 0;
      return;
    }
    for (const RelationId r : relations) clear(r);
  }
  void clear(RelationId r) {
    if (layout_->dense(r)) {
      const AtomId* list = lists_.get() + layout_->base[r];
      for (std::uint32_t i = 0; i < counts_[r]; ++i) flags_[list[i]] = Flag::Off;
    } else {
      sparse_[layout_->sparse[r]].set.clear();
      sparse_[layout_->sparse[r]].list.clear();
    }
    counts_[r] = 0;
  }

 private:
  static constexpr AtomId kMaxWiped = 4'096;
  static constexpr std::uint32_t kSpare = 64;  // a writer of whole words may run past the end
  struct Sparse {
    std::vector<std::uint64_t> list;
    absl::flat_hash_set<std::uint64_t> set;
  };
  const Layout* layout_;
  std::unique_ptr<Flag[]> flags_;
  std::unique_ptr<AtomId[]> lists_;
  std::vector<std::uint32_t> counts_;
  std::vector<Sparse> sparse_;
};

}  // namespace agon::engines::chainer
