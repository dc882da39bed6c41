#include "engines/prover/tables.h"

#include <algorithm>

#include "base/limits.h"

namespace agon::engines::prover {
namespace {

std::uint64_t hash_answer(std::span<const TermId> answer) {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL;
  for (const TermId id : answer) h = mix(h, id.value);
  return h;
}

bool equal(const Table& table, std::uint32_t row, std::span<const TermId> answer) {
  return std::equal(answer.begin(), answer.end(), table.answers.data() + std::size_t{row} * answer.size());
}

void insert(Table& table, std::span<const TermId> answer, std::uint32_t row) {
  const std::size_t mask = table.lookup.size() - 1;
  std::size_t slot = hash_answer(answer) & mask;
  while (table.lookup[slot] != TableStore::kNone) slot = (slot + 1) & mask;
  table.lookup[slot] = row;
}

}  // namespace

bool TableStore::contains_small(const Table& table, std::span<const TermId> answer) {
  for (std::uint32_t row = 0; row < table.count; ++row) {
    if (equal(table, row, answer)) return true;
  }
  return false;
}

bool TableStore::contains(const Table& table, std::span<const TermId> answer) {
  const std::size_t mask = table.lookup.size() - 1;
  for (std::size_t slot = hash_answer(answer) & mask; table.lookup[slot] != kNone; slot = (slot + 1) & mask) {
    if (equal(table, table.lookup[slot], answer)) return true;
  }
  return false;
}

// Inserts the last answer; makes the hash table, or doubles it when half full.
void TableStore::remember(Table& table, std::size_t width) {
  const auto row = [&](std::uint32_t r) { return std::span<const TermId>(table.answers.data() + std::size_t{r} * width, width); };
  if (table.lookup.size() >= std::size_t{table.count} * 2) {
    insert(table, row(table.count - 1), table.count - 1);
    return;
  }
  const std::size_t size = std::max<std::size_t>(32, table.lookup.size() * 2);
  bytes_ += (size - table.lookup.size()) * sizeof(std::uint32_t);
  table.lookup.assign(size, kNone);
  for (std::uint32_t r = 0; r < table.count; ++r) insert(table, row(r), r);
}

std::uint32_t TableStore::add(std::uint32_t callee, std::span<const TermId> key, Bucket& bucket) {
  if (used_ >= kMaxTables || keys_.size() + key.size() >= kNone) {  // reached only with limits above 16 GiB
    throw LimitReached("out-of-memory", "a question needs more than a thousand million tables",
                       "look for a rule that never stops asking");
  }
  if (used_ == tables_.size()) {
    tables_.emplace_back();
  }
  Table& table = tables_[used_];
  table.callee = callee;
  table.key = static_cast<std::uint32_t>(keys_.size());
  table.next = bucket.head;
  table.status = Table::Status::Fresh;
  table.holds = false;
  table.cut = false;
  table.count = 0;
  table.answers.clear();
  table.lookup.clear();
  bucket.head = used_;
  keys_.insert(keys_.end(), key.begin(), key.end());
  bytes_ += sizeof(Table) + sizeof(Bucket) + key.size_bytes();
  if (++used_ > buckets_.size()) grow();
  return used_ - 1;
}

void TableStore::grow() {
  mask_ = buckets_.size() * 4 - 1;
  buckets_.assign(mask_ + 1, {stamp_, kNone});
  for (std::uint32_t t = 0; t < used_; ++t) {
    Table& table = tables_[t];
    // The number of key entries is where the next table's begin.
    const std::size_t end = t + 1 < used_ ? tables_[t + 1].key : keys_.size();
    std::uint64_t h = mix(0x9e3779b97f4a7c15ULL, table.callee);
    for (std::size_t i = table.key; i < end; ++i) h = mix(h, keys_[i].value);
    Bucket& bucket = buckets_[h & mask_];
    table.next = bucket.head;
    bucket.head = t;
  }
}

void TableStore::forget() {
  // A table that grew very large frees its memory; the others keep theirs for the next state.
  constexpr std::size_t kKeep = 4096;
  for (std::uint32_t t = 0; t < used_; ++t) {
    if (tables_[t].answers.capacity() > kKeep) tables_[t].answers = {};
    if (tables_[t].lookup.capacity() > kKeep) tables_[t].lookup = {};
  }
  used_ = 0;
  keys_.clear();
  bytes_ = 0;
  if (++stamp_ == 0) {
    buckets_.assign(buckets_.size(), {});
    stamp_ = 1;
  }
}

}  // namespace agon::engines::prover
