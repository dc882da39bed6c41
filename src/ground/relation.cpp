#include "ground/relation.h"

#include <algorithm>

#include "base/hash.h"

namespace agon::ground {
namespace {

constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

std::uint64_t hash_row(std::span<const TermId> row) {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL + row.size();
  for (const TermId id : row) h = (h ^ id.value) * 0xff51afd7ed558ccdULL + (h >> 29U);
  return h ^ (h >> 32U);
}

// Joins need no order, so a hash table does and not a search tree. Load at most one half.
bool crowded(std::size_t used, std::size_t slots) { return used * 2 >= slots; }

}  // namespace

// ---- Index ----

std::size_t Index::slot_of(std::span<const TermId> key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_row(key) & mask;
  for (; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
    if (std::equal(key.begin(), key.end(), keys_.begin() + static_cast<std::ptrdiff_t>(slots_[slot] * key.size()))) break;
  }
  return slot;
}

std::uint32_t Index::first(std::span<const TermId> key) const {
  if (buckets_.empty()) return kEnd;
  const std::uint32_t bucket = slots_[slot_of(key)];
  return bucket == kEmpty ? kEnd : buckets_[bucket].first;
}

std::uint32_t Index::lower_bound(std::uint32_t row) const {
  return static_cast<std::uint32_t>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
}

void Index::grow() {
  BigVector<std::uint32_t> old(slots_.empty() ? 16 : slots_.size() * 2, kEmpty);
  old.swap(slots_);
  const std::size_t width = matcher_.keys.size();
  for (const std::uint32_t bucket : old) {
    if (bucket != kEmpty) slots_[slot_of({keys_.data() + bucket * width, width})] = bucket;
  }
}

void Index::add(std::span<const TermId> key, std::uint32_t entry) {
  if (crowded(buckets_.size() + 1, slots_.size())) grow();
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == kEmpty) {
    slots_[slot] = static_cast<std::uint32_t>(buckets_.size());
    buckets_.push_back({entry, entry});
    keys_.insert(keys_.end(), key.begin(), key.end());
    return;
  }
  Bucket& bucket = buckets_[slots_[slot]];
  next_[bucket.last] = entry;
  bucket.last = entry;
}

void Index::extend(const game::TermBank& terms, const Relation& relation) {
  std::vector<TermId> key(matcher_.keys.size());
  for (; seen_ < relation.all_end; ++seen_) {
    const std::span<const TermId> row = relation.row(relation.local_of(seen_));
    if (!matcher_.fits(terms, row)) continue;
    const auto entry = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(seen_);
    next_.push_back(kEnd);
    for (const Path& path : matcher_.outputs) values_.push_back(Matcher::at(terms, row, path));
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = Matcher::at(terms, row, matcher_.keys[i]);
    add(key, entry);
  }
}

std::size_t Index::bytes() const {
  return (rows_.capacity() + next_.capacity() + values_.capacity() + slots_.capacity() + keys_.capacity() +
          buckets_.capacity() * 2) *
         4;
}

// ---- Relation ----

std::size_t Relation::slot_of(std::span<const TermId> row) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_row(row) & mask;
  for (; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
    if (std::equal(row.begin(), row.end(), rows_.begin() + static_cast<std::ptrdiff_t>(std::size_t{slots_[slot]} * arity_))) break;
  }
  return slot;
}

void Relation::grow() {
  BigVector<std::uint32_t> old(slots_.empty() ? 16 : slots_.size() * 2, kEmpty);
  old.swap(slots_);
  for (const std::uint32_t local : old) {
    if (local != kEmpty) slots_[slot_of(row(local))] = local;
  }
}

std::uint32_t Relation::intern(std::span<const TermId> row) {
  if (crowded(known_ + 1, slots_.size())) grow();
  const std::size_t slot = slot_of(row);
  if (slots_[slot] != kEmpty) return slots_[slot];
  slots_[slot] = known_;
  rows_.insert(rows_.end(), row.begin(), row.end());
  possible_.push_back(false);
  return known_++;
}

std::uint32_t Relation::find(std::span<const TermId> row) const { return slots_.empty() ? kNone : slots_[slot_of(row)]; }

bool Relation::derive(std::uint32_t local) {
  if (possible_[local]) return false;
  possible_[local] = true;
  order_.push_back(local);
  return true;
}

Index& Relation::index(const Matcher& matcher) {
  std::vector<Index*>& alike = indices_by_hash_[matcher.hash_of_rows_and_key()];
  for (Index* index : alike) {
    if (index->matcher().same_rows_and_key(matcher)) return *index;
  }
  alike.push_back(&indices_.emplace_back(matcher));
  return *alike.back();
}

std::size_t Relation::bytes() const {
  std::size_t total = (rows_.capacity() + slots_.capacity() + order_.capacity()) * 4 + possible_.capacity() / 8;
  for (const Index& index : indices_) total += index.bytes();
  return total;
}

}  // namespace agon::ground
