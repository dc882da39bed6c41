#include "game/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/hash.h"

namespace agon::game {

TermBank::TermBank(std::shared_ptr<const SymbolTable> symbols, const Limits& limits)
    : symbols_(std::move(symbols)),
      limits_(limits),
      chunks_(std::make_unique<std::unique_ptr<Node[]>[]>(kMaxChunks)),
      slots_(1024, kNone) {
  std::vector<std::uint32_t> order(symbols_->size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return compare_symbol_texts(symbols_->text({a}), symbols_->text({b})) < 0; });
  rank_.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
}

std::uint64_t TermBank::hash(SymbolId functor, std::span<const TermId> args) {
  std::uint64_t h = mix(0x9e3779b97f4a7c15ULL, functor.value);
  for (const TermId arg : args) h = mix(h, arg.value);
  return h;
}

bool TermBank::equals(TermId id, SymbolId functor, std::span<const TermId> args) const {
  const Node& n = node(id);
  return n.functor == functor && n.arity == args.size() && std::equal(args.begin(), args.end(), n.args);
}

std::size_t TermBank::slot_of(SymbolId functor, std::span<const TermId> args) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(functor, args) & mask;
  while (slots_[slot] != kNone && !equals(slots_[slot], functor, args)) slot = (slot + 1) & mask;
  return slot;
}

TermId TermBank::find(SymbolId functor, std::span<const TermId> args) const {
  const std::lock_guard lock(mutex_);
  return slots_[slot_of(functor, args)];
}

TermId TermBank::intern(SymbolId functor, std::span<const TermId> args) {
  const std::lock_guard lock(mutex_);
  const std::size_t slot = slot_of(functor, args);
  if (slots_[slot] != kNone) return slots_[slot];

  Node fresh{functor, static_cast<std::uint32_t>(args.size()), nullptr, 1, 1};
  for (const TermId arg : args) {
    fresh.depth = std::max(fresh.depth, node(arg).depth + 1);
    fresh.size += std::min(node(arg).size, limits_.term_size + 1);  // saturates far below overflow
    if (fresh.size > limits_.term_size) {
      throw LimitReached("term-too-large", fmt::format("a term has grown beyond {} symbols", limits_.term_size),
                         "a rule seems to build ever larger terms; look for a recursive rule with a function in its head");
    }
  }
  if (fresh.depth > limits_.term_depth) {
    throw LimitReached("term-too-deep", fmt::format("a term is nested more than {} deep", limits_.term_depth),
                       "a rule seems to build ever larger terms; look for a recursive rule with a function in its head");
  }
  if (bytes() > limits_.memory_bytes || (count_ >> kChunkBits) >= kMaxChunks) {
    throw LimitReached("out-of-memory", fmt::format("the terms of this game need more than {} MiB", limits_.memory_bytes >> 20U),
                       "raise the limit with --memory, or look for a rule that builds ever new terms");
  }
  fresh.args = store_args(args);
  if ((count_ & kChunkMask) == 0) {
    chunks_[count_ >> kChunkBits] = std::make_unique<Node[]>(std::size_t{1} << kChunkBits);
    bytes_ += sizeof(Node) << kChunkBits;
  }
  const TermId id{count_++};
  chunks_[id.value >> kChunkBits][id.value & kChunkMask] = fresh;
  slots_[slot] = id;
  if (std::size_t{count_} * 2 > slots_.size()) grow();
  return id;
}

const TermId* TermBank::store_args(std::span<const TermId> args) {
  if (args.empty()) return nullptr;
  if (arg_block_used_ + args.size() > arg_block_size_) {
    arg_block_size_ = std::max<std::size_t>(4096, args.size());
    arg_blocks_.push_back(std::make_unique<TermId[]>(arg_block_size_));
    arg_block_used_ = 0;
    bytes_ += arg_block_size_ * sizeof(TermId);
  }
  TermId* place = arg_blocks_.back().get() + arg_block_used_;
  std::ranges::copy(args, place);
  arg_block_used_ += args.size();
  return place;
}

void TermBank::grow() {
  std::vector<TermId> old(slots_.size() * 2, kNone);
  old.swap(slots_);
  bytes_ += old.size() * sizeof(TermId);
  for (const TermId id : old) {
    if (id == kNone) continue;
    const Node& n = node(id);
    slots_[slot_of(n.functor, {n.args, n.arity})] = id;
  }
}

std::string TermBank::text(TermId id) const {
  const Node& n = node(id);
  if (n.arity == 0) return symbols_->text(n.functor);
  std::string out = "(" + symbols_->text(n.functor);
  for (std::uint32_t i = 0; i < n.arity; ++i) {
    if (out.size() > 1) out += ' ';  // a tuple has the empty name
    out += text(n.args[i]);
  }
  return out + ')';
}

int TermBank::compare(TermId a, TermId b) const {
  if (a == b) return 0;
  const Node& x = node(a);
  const Node& y = node(b);
  if ((x.arity == 0) != (y.arity == 0)) return x.arity == 0 ? -1 : 1;
  if (x.functor != y.functor) return rank_[x.functor.index()] < rank_[y.functor.index()] ? -1 : 1;
  if (x.arity != y.arity) return x.arity < y.arity ? -1 : 1;
  for (std::uint32_t i = 0; i < x.arity; ++i) {
    if (const int order = compare(x.args[i], y.args[i]); order != 0) return order;
  }
  return 0;
}

int TermBank::integer(TermId id) const {
  const Node& n = node(id);
  long long value = 0;
  if (n.arity != 0 || !parse_integer(symbols_->text(n.functor), value) || value < 0 || value > 1'000'000'000) return -1;
  return static_cast<int>(value);
}

std::string text_set_hash(const TermBank& terms, std::span<const TermId> set) {
  std::vector<std::string> texts;
  texts.reserve(set.size());
  for (const TermId id : set) texts.push_back(terms.text(id));
  std::ranges::sort(texts);
  std::uint64_t hash = kFnvOffset;
  for (const std::string& text : texts) hash = fnv1a("\n", fnv1a(text, hash));
  return fmt::format("{:016x}", hash);
}

}  // namespace agon::game
