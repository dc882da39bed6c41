// An in-memory relation of ground terms with hash indices: the facts of a predicate, or the fluents of a state with one functor.
// Any set of columns can be a key; its index is built lazily, on the first lookup after the rows have changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"

namespace agon::engines::prover {

class Relation {
 public:
  static constexpr std::uint32_t kNoRow = 0xffffffff;
  // Below this many rows a linear scan beats a hash (bench: connectFour, chess).
  static constexpr std::uint32_t kScanRows = 4;

  explicit Relation(std::uint32_t width = 0) : width_(width) {}

  // Declares a set of key columns (ascending) and returns the number of its index. All declarations precede the first search.
  std::uint32_t declare_index(const std::vector<std::uint16_t>& columns);

  void clear() {
    rows_ = 0;
    cells_.clear();
    ++generation_;
  }
  void add(std::span<const TermId> row) {
    cells_.insert(cells_.end(), row.begin(), row.end());
    ++rows_;
    ++generation_;
  }

  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] const TermId* row(std::uint32_t r) const { return cells_.data() + std::size_t{r} * width_; }

  // The first row that agrees with `key` on the index's columns, or kNoRow.
  std::uint32_t first(std::uint32_t index, const TermId* key) {
    Index& ix = indices_[index];
    if (rows_ <= kScanRows) return scan(ix, key, 0);
    if (ix.built_for != generation_) build(ix);
    return walk(ix, key, ix.heads[hash_key(ix, key) & ix.mask]);
  }
  // The next one after `row`.
  std::uint32_t next(std::uint32_t index, const TermId* key, std::uint32_t row) {
    const Index& ix = indices_[index];
    if (rows_ <= kScanRows) return scan(ix, key, row + 1);
    return walk(ix, key, ix.chain[row]);
  }

  [[nodiscard]] std::size_t bytes() const { return cells_.capacity() * sizeof(TermId) * (1 + indices_.size()); }

 private:
  struct Index {
    std::vector<std::uint16_t> columns;
    std::uint32_t mask = 0;
    std::vector<std::uint32_t> heads;
    std::vector<std::uint32_t> chain;
    std::uint64_t built_for = ~std::uint64_t{0};
  };

  static std::uint64_t hash_key(const Index& ix, const TermId* key) {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL;
    for (std::size_t i = 0; i < ix.columns.size(); ++i) h = mix(h, key[i].value);
    return h;
  }
  [[nodiscard]] bool matches(const Index& ix, const TermId* key, std::uint32_t r) const {
    const TermId* cells = row(r);
    for (std::size_t i = 0; i < ix.columns.size(); ++i) {
      if (cells[ix.columns[i]] != key[i]) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint32_t scan(const Index& ix, const TermId* key, std::uint32_t r) const {
    while (r < rows_ && !matches(ix, key, r)) ++r;
    return r < rows_ ? r : kNoRow;
  }
  [[nodiscard]] std::uint32_t walk(const Index& ix, const TermId* key, std::uint32_t r) const {
    while (r != kNoRow && !matches(ix, key, r)) r = ix.chain[r];
    return r;
  }
  void build(Index& ix);

  std::uint32_t width_;
  std::uint32_t rows_ = 0;
  std::uint64_t generation_ = 0;
  std::vector<TermId> cells_;
  std::vector<Index> indices_;
};

}  // namespace agon::engines::prover
