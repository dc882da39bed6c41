#include "engines/prover/relation.h"

#include <bit>

namespace agon::engines::prover {

std::uint32_t Relation::declare_index(const std::vector<std::uint16_t>& columns) {
  for (std::uint32_t i = 0; i < indices_.size(); ++i) {
    if (indices_[i].columns == columns) return i;
  }
  indices_.push_back({.columns = columns, .heads = {}, .chain = {}});
  return static_cast<std::uint32_t>(indices_.size() - 1);
}

// Rows are chained back to front, so that a chain yields them in ascending order.
void Relation::build(Index& ix) {
  const std::uint32_t buckets = std::bit_ceil(rows_ + rows_ / 2 + 1);
  ix.mask = buckets - 1;
  ix.heads.assign(buckets, kNoRow);
  ix.chain.resize(rows_);
  std::vector<TermId> key(ix.columns.size());
  for (std::uint32_t r = rows_; r-- > 0;) {
    const TermId* cells = row(r);
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = cells[ix.columns[i]];
    std::uint32_t& head = ix.heads[hash_key(ix, key.data()) & ix.mask];
    ix.chain[r] = head;
    head = r;
  }
  ix.built_for = generation_;
}

}  // namespace agon::engines::prover
