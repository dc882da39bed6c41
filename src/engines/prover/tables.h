// Tables of tabled evaluation (memoised calls and their answers). One store for each lifetime; clearing a store costs almost
// nothing, and its memory is reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"

namespace agon::engines::prover {

struct Table {
  enum class Status : std::uint8_t {
    Fresh,     // never evaluated, or only in part
    Active,    // its frame is on the stack
    Follower,  // evaluated, but in a cycle whose leader has not completed
    Complete,
  };
  std::uint32_t callee = 0;
  std::uint32_t key = 0;    // first entry in the store's keys
  std::uint32_t next = 0;   // in the hash chain
  std::uint32_t depth = 0;  // Active: index of its frame. Follower: its index among the followers
  Status status = Status::Fresh;
  bool holds = false;                 // has at least one answer
  bool cut = false;                   // answers may be missing, because a sample was enough (Machine::sample)
  std::uint32_t count = 0;            // answers
  std::vector<TermId> answers;        // count * width, in order of discovery
  std::vector<std::uint32_t> lookup;  // open addressing over answers once there are many
};

class TableStore {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kMaxTables = 1U << 30U;

  // The table of a call; added if there is none.
  std::uint32_t find_or_add(std::uint32_t callee, std::span<const TermId> key) {
    std::uint64_t h = mix(0x9e3779b97f4a7c15ULL, callee);
    for (const TermId id : key) h = mix(h, id.value);
    Bucket& bucket = buckets_[h & mask_];
    if (bucket.stamp == stamp_) {
      for (std::uint32_t t = bucket.head; t != kNone; t = tables_[t].next) {
        if (tables_[t].callee == callee && equal_key(tables_[t], key)) return t;
      }
    } else {
      bucket = {stamp_, kNone};
    }
    return add(callee, key, bucket);
  }

  [[nodiscard]] Table& operator[](std::uint32_t t) { return tables_[t]; }
  [[nodiscard]] const TermId* key(const Table& table) const { return keys_.data() + table.key; }

  // True if the answer is new.
  bool add_answer(Table& table, std::span<const TermId> answer) {
    table.holds = true;
    if (answer.empty()) {
      const bool fresh = table.count == 0;
      table.count = 1;
      return fresh;
    }
    if (table.count <= kSmall ? contains_small(table, answer) : contains(table, answer)) return false;
    table.answers.insert(table.answers.end(), answer.begin(), answer.end());
    ++table.count;
    bytes_ += answer.size_bytes();
    if (table.count > kSmall) remember(table, answer.size());
    return true;
  }

  void forget();
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint32_t kSmall = 8;
  struct Bucket {
    std::uint32_t stamp = 0;
    std::uint32_t head = kNone;
  };

  [[nodiscard]] bool equal_key(const Table& table, std::span<const TermId> key) const {
    const TermId* own = keys_.data() + table.key;
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (own[i] != key[i]) return false;
    }
    return true;
  }
  [[nodiscard]] static bool contains_small(const Table& table, std::span<const TermId> answer);
  [[nodiscard]] static bool contains(const Table& table, std::span<const TermId> answer);
  void remember(Table& table, std::size_t width);
  std::uint32_t add(std::uint32_t callee, std::span<const TermId> key, Bucket& bucket);
  void grow();

  std::vector<Table> tables_;  // [0, used_) are in use; the rest keep their memory for later
  std::uint32_t used_ = 0;
  std::vector<TermId> keys_;
  std::vector<Bucket> buckets_ = std::vector<Bucket>(256);
  std::uint64_t mask_ = 255;
  std::uint32_t stamp_ = 1;
  std::size_t bytes_ = 0;
};

}  // namespace agon::engines::prover
