// Hash-consed ground terms: each is stored once, equal terms have equal ids, so comparing, hashing and copying is done on numbers.
//
// The bank grows while a game is played (moves and fluents are interned as they are met), and it is shared by all threads that play
// it. Interning takes a lock; reading a term by its id takes none, because terms never move or change.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/symbols.h"

namespace agon::game {

class TermBank {
 public:
  struct Node {
    SymbolId functor;
    std::uint32_t arity = 0;
    const TermId* args = nullptr;
    std::uint32_t depth = 1;
    std::uint32_t size = 1;  // symbols when written out
  };

  // `symbols` must not grow any more: their canonical order is computed here.
  TermBank(std::shared_ptr<const SymbolTable> symbols, const Limits& limits);
  TermBank(const TermBank&) = delete;
  TermBank& operator=(const TermBank&) = delete;

  // Throws LimitReached when the term is deeper or larger than the limits, or the bank is full.
  TermId intern(SymbolId functor, std::span<const TermId> args);
  TermId constant(SymbolId name) { return intern(name, {}); }
  // The id of a term that exists already, or kNone.
  static constexpr TermId kNone{0xffffffff};
  [[nodiscard]] TermId find(SymbolId functor, std::span<const TermId> args) const;

  [[nodiscard]] const Node& node(TermId id) const { return chunks_[id.value >> kChunkBits][id.value & kChunkMask]; }
  [[nodiscard]] const SymbolTable& symbols() const { return *symbols_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  [[nodiscard]] const Limits& limits() const { return limits_; }

  // Prefix form, lower case, single spaces: `(cell 1 2 b)`.
  [[nodiscard]] std::string text(TermId id) const;
  // Canonical order, the same on every run and for every engine: constants before compounds, numbers by value, names by bytes.
  [[nodiscard]] int compare(TermId a, TermId b) const;
  // The non-negative integer that a constant spells, or -1.
  [[nodiscard]] int integer(TermId id) const;

  [[nodiscard]] static std::uint64_t hash(SymbolId functor, std::span<const TermId> args);

 private:
  static constexpr std::uint32_t kChunkBits = 13;
  static constexpr std::uint32_t kChunkMask = (1U << kChunkBits) - 1;
  static constexpr std::uint32_t kMaxChunks = 1U << 15U;

  [[nodiscard]] bool equals(TermId id, SymbolId functor, std::span<const TermId> args) const;
  [[nodiscard]] std::size_t slot_of(SymbolId functor, std::span<const TermId> args) const;
  const TermId* store_args(std::span<const TermId> args);
  void grow();

  std::shared_ptr<const SymbolTable> symbols_;
  std::vector<std::uint32_t> rank_;  // canonical rank of each symbol
  Limits limits_;

  mutable std::mutex mutex_;  // guards what follows, except that stored nodes may be read freely
  std::unique_ptr<std::unique_ptr<Node[]>[]> chunks_;
  std::uint32_t count_ = 0;
  std::vector<std::unique_ptr<TermId[]>> arg_blocks_;
  std::size_t arg_block_used_ = 0;
  std::size_t arg_block_size_ = 0;
  std::vector<TermId> slots_;  // open addressing, kNone is empty
  std::atomic<std::size_t> bytes_{0};
};

// FNV-1a over the distinct terms' texts in byte order, each followed by a newline: the set hash of the recorded traces.
[[nodiscard]] std::string text_set_hash(const TermBank& terms, std::span<const TermId> set);

}  // namespace agon::game
