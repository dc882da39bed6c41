// The rows of one relation, interned, and its hash indices for joins.
//
// A row is known as soon as it is mentioned (a negated condition may mention a row that never holds) and possible once it is
// derived. Possible rows are numbered in order of derivation, so the rows before this round are a prefix: that is all that
// semi-naive evaluation needs.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/big_vector.h"
#include "ground/matcher.h"

namespace agon::ground {

// Rows that match a matcher, in order of derivation, by key. Extended on demand as the relation grows.
class Index {
 public:
  explicit Index(Matcher matcher) : matcher_(std::move(matcher)), outputs_(matcher_.outputs.size()) {}
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

  void extend(const game::TermBank& terms, const class Relation& relation);

  [[nodiscard]] std::uint32_t first(std::span<const TermId> key) const;  // entry, or kEnd
  [[nodiscard]] std::uint32_t next(std::uint32_t entry) const { return next_[entry]; }
  [[nodiscard]] std::uint32_t row(std::uint32_t entry) const { return rows_[entry]; }  // order of derivation
  [[nodiscard]] const TermId* outputs(std::uint32_t entry) const { return values_.data() + std::size_t{entry} * outputs_; }
  // Entry numbers follow the order of derivation: the first entry of `row` or a later one.
  [[nodiscard]] std::uint32_t lower_bound(std::uint32_t row) const;
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] const Matcher& matcher() const { return matcher_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] std::size_t slot_of(std::span<const TermId> key) const;
  void add(std::span<const TermId> key, std::uint32_t entry);
  void grow();

  struct Bucket {
    std::uint32_t first = kEnd;
    std::uint32_t last = kEnd;
  };
  Matcher matcher_;
  std::size_t outputs_;
  std::uint32_t seen_ = 0;  // rows of the relation taken in
  BigVector<std::uint32_t> rows_;
  BigVector<std::uint32_t> next_;
  BigVector<TermId> values_;
  BigVector<std::uint32_t> slots_;  // open addressing over buckets
  BigVector<Bucket> buckets_;
  BigVector<TermId> keys_;  // of the buckets
};

class Relation {
 public:
  explicit Relation(std::uint32_t arity) : arity_(arity) {}
  // Not copyable: join plans point to the indices inside.
  Relation(const Relation&) = delete;
  Relation& operator=(const Relation&) = delete;
  Relation(Relation&&) = default;
  Relation& operator=(Relation&&) = default;

  [[nodiscard]] std::uint32_t arity() const { return arity_; }
  // The local number of a row; interns it.
  std::uint32_t intern(std::span<const TermId> row);
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  [[nodiscard]] std::uint32_t find(std::span<const TermId> row) const;
  [[nodiscard]] std::span<const TermId> row(std::uint32_t local) const {
    return {rows_.data() + std::size_t{local} * arity_, arity_};
  }
  [[nodiscard]] std::uint32_t known() const { return known_; }

  // Marks a row as possible; true if it was not.
  bool derive(std::uint32_t local);
  [[nodiscard]] bool possible(std::uint32_t local) const { return possible_[local]; }
  [[nodiscard]] std::uint32_t derived() const { return static_cast<std::uint32_t>(order_.size()); }
  [[nodiscard]] std::uint32_t local_of(std::uint32_t derived) const { return order_[derived]; }

  // What joins see: rows below `all_end` may be used, those below `old_end` are from earlier rounds.
  std::uint32_t old_end = 0;
  std::uint32_t all_end = 0;

  Index& index(const Matcher& matcher);
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] std::size_t slot_of(std::span<const TermId> row) const;
  void grow();

  std::uint32_t arity_;
  std::uint32_t known_ = 0;
  BigVector<TermId> rows_;
  BigVector<std::uint32_t> slots_;
  std::vector<bool> possible_;
  BigVector<std::uint32_t> order_;
  std::deque<Index> indices_;
  absl::flat_hash_map<std::uint64_t, std::vector<Index*>> indices_by_hash_;
};

}  // namespace agon::ground
