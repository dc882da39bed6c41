// A bucket queue of rules to evaluate, lowest level first.
//
// The published method has a queue for each query and puts a rule into all queues whose query needs it. Here these queues share
// their entries: rules that are needed by the same queries and have the same level share a bucket, and a query empties the buckets
// that concern it. That is sound because whatever feeds a rule is needed by all the queries that need the rule: once evaluated, it
// is up to date for all of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engines/updater/layout.h"

namespace agon::engines::updater {

struct Waiting {
  RuleId rule = 0;
  std::uint32_t priority = 0;
};

class PendingQueue {
 public:
  PendingQueue(const Layout& layout, bool buckets) : use_buckets_(buckets) {
    const std::size_t words = words_for(layout.buckets.size());
    filled_.assign(words, 0);
    for (auto& relevant : relevant_) relevant.assign(words, 0);
    for (BucketId b = 0; b < layout.buckets.size(); ++b) {
      info_.push_back(layout.buckets[b]);
      for (const Query query : kQueries) {
        if ((layout.buckets[b].queries & mask(query)) != 0) relevant_[index(query)][b / 64] |= 1ULL << (b % 64);
      }
    }
    if (use_buckets_) slots_.resize(layout.buckets.size());
  }

  void push(BucketId bucket, Waiting waiting) {
    if (!use_buckets_) return push_heap(bucket, waiting);
    Slot& slot = slots_[bucket];
    if (waiting.priority <= 1) {
      slot.list[waiting.priority].push_back(waiting.rule);
    } else {
      slot.heap.emplace_back(waiting.priority, waiting.rule);
      std::push_heap(slot.heap.begin(), slot.heap.end(), std::greater<>{});
      ++heap_uses_;
    }
    filled_[bucket / 64] |= 1ULL << (bucket % 64);
  }

  // Pops all entries that concern the query, including those pushed meanwhile: `tight` gets non-recursive rules, `circular`
  // recursive ones. What they push must be in the same bucket (recursive rules only) or in a later one.
  template <class Tight, class Circular>
  void drain(Query query, Tight&& tight, Circular&& circular) {
    if (!use_buckets_) return drain_heaps(query, tight, circular);
    const auto& relevant = relevant_[index(query)];
    for (std::size_t word = 0; word < filled_.size(); ++word) {
      while (const std::uint64_t found = filled_[word] & relevant[word]) {
        const std::size_t bucket = word * 64 + static_cast<std::size_t>(std::countr_zero(found));
        Slot& slot = slots_[bucket];
        if (info_[bucket].recursive) {
          while (!slot.empty()) circular(slot.take());
        } else {
          // Additions first, so that an atom that merely changes its support stays true.
          for (const RuleId rule : slot.list[1]) tight(Waiting{rule, 1});
          for (const RuleId rule : slot.list[0]) tight(Waiting{rule, 0});
          slot.list[1].clear();
          slot.list[0].clear();
        }
        filled_[word] &= ~(found & -found);
      }
    }
  }

  void clear() {
    for (Slot& slot : slots_) {
      for (auto& list : slot.list) list.clear();
      slot.heap.clear();
    }
    for (auto& heap : heaps_) heap.clear();
    std::ranges::fill(filled_, 0);
  }

  [[nodiscard]] std::uint64_t heap_uses() const { return heap_uses_; }

 private:
  struct Slot {
    std::array<std::vector<RuleId>, 2> list;             // of priority 0 and 1
    std::vector<std::pair<std::uint32_t, RuleId>> heap;  // (priority, rule) above 1

    [[nodiscard]] bool empty() const { return list[0].empty() && list[1].empty() && heap.empty(); }
    // Deletions first, so that no positive loop supports itself.
    Waiting take() {
      for (const std::uint32_t priority : {0U, 1U}) {
        if (list[priority].empty()) continue;
        const RuleId rule = list[priority].back();
        list[priority].pop_back();
        return {rule, priority};
      }
      std::pop_heap(heap.begin(), heap.end(), std::greater<>{});
      const auto [priority, rule] = heap.back();
      heap.pop_back();
      return {rule, priority};
    }
  };
  static std::size_t index(Query query) { return static_cast<std::size_t>(query); }

  // The plain version: one heap for each set of queries.
  void push_heap(BucketId bucket, Waiting waiting) {
    const std::uint32_t rank = info_[bucket].recursive ? waiting.priority : 1 - waiting.priority;
    auto& heap = heaps_[info_[bucket].queries];
    heap.emplace_back((std::uint64_t{bucket} << 32U) | rank, waiting.rule);
    std::push_heap(heap.begin(), heap.end(), std::greater<>{});
    ++heap_uses_;
  }

  template <class Tight, class Circular>
  void drain_heaps(Query query, Tight&& tight, Circular&& circular) {
    while (auto* heap = first_heap(query)) {
      std::pop_heap(heap->begin(), heap->end(), std::greater<>{});
      const auto [key, rule] = heap->back();
      heap->pop_back();
      const auto rank = static_cast<std::uint32_t>(key);
      if (info_[key >> 32U].recursive) circular(Waiting{rule, rank});
      else tight(Waiting{rule, 1 - rank});
    }
  }

  using Heap = std::vector<std::pair<std::uint64_t, RuleId>>;
  Heap* first_heap(Query query) {
    Heap* best = nullptr;
    for (QueryMask queries = 1; queries <= kAllQueries; ++queries) {
      Heap& heap = heaps_[queries];
      if ((queries & mask(query)) != 0 && !heap.empty() && (best == nullptr || heap.front() < best->front())) best = &heap;
    }
    return best;
  }

  bool use_buckets_;
  std::vector<Bucket> info_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> filled_;                   // a bit for each bucket with entries
  std::array<std::vector<std::uint64_t>, 4> relevant_;  // per query: a bit for each bucket that it needs
  std::array<Heap, 16> heaps_;
  std::uint64_t heap_uses_ = 0;
};

}  // namespace agon::engines::updater
