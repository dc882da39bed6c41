// State abstraction for planning: the fluents of a state as small numbers, without step counters, and a hash key of the position
// that they make up.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "engines/circuit/circuit_engine.h"
#include "game/engine.h"
#include "search/plan/timekeeping.h"
#include "search/symmetry/state_keys.h"

namespace agon::search::plan {

// Any engine: fluents are numbered as they are met.
template <game::Engine E>
class FluentReader {
 public:
  FluentReader(const E& engine, const Timekeeping& time, const game::SymmetryGroup*) : engine_(engine), time_(time) {}

  // Ascending.
  void read(const typename E::State& state, std::vector<std::uint32_t>& out) {
    engine_.fluents(state, terms_);
    out.clear();
    for (const TermId term : terms_) {
      const auto inserted = numbers_.try_emplace(term.value, kUnseen);
      if (inserted.second) inserted.first->second = time_.contains(engine_, term) ? kTime : next_++;
      if (inserted.first->second != kTime) out.push_back(inserted.first->second);
    }
    std::sort(out.begin(), out.end());
  }
  [[nodiscard]] std::uint64_t key(const typename E::State& state) {
    if (time_.empty()) return engine_.hash(state);
    read(state, buffer_);
    return hash_bytes(buffer_.data(), buffer_.size() * sizeof(std::uint32_t));
  }

 private:
  static constexpr std::uint32_t kUnseen = 0xffffffff;
  static constexpr std::uint32_t kTime = 0xfffffffe;
  const E& engine_;
  const Timekeeping& time_;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> numbers_;
  std::uint32_t next_ = 0;
  game::TermBuffer terms_;
  std::vector<std::uint32_t> buffer_;
};

// The circuit's states are bits already.
template <>
class FluentReader<engines::CircuitEngine> {
 public:
  using State = engines::CircuitEngine::State;
  FluentReader(const engines::CircuitEngine& engine, const Timekeeping& time, const game::SymmetryGroup* symmetry) {
    const std::vector<TermId>& fluents = engine.circuit().program->fluents;
    mask_.assign((fluents.size() + 63) / 64, ~std::uint64_t{0});
    ImageOptions options{.most_elements = affordable_elements(engine.circuit())};
    for (std::uint32_t f = 0; f < fluents.size(); ++f) {
      if (!time.contains(engine, fluents[f])) continue;
      mask_[f / 64] &= ~(std::uint64_t{1} << (f % 64));
      options.ignored.push_back(f);
    }
    images_ = Images::make(symmetry, *engine.circuit().program, options);
  }

  void read(const State& state, std::vector<std::uint32_t>& out) const {
    out.clear();
    for (std::size_t w = 0; w < state.words.size(); ++w) {
      for (std::uint64_t bits = state.words[w] & mask_[w]; bits != 0; bits &= bits - 1) {
        out.push_back(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  }
  // Symmetric positions are the same position.
  [[nodiscard]] std::uint64_t key(const State& state) {
    if (images_) return images_->canon({state.words.data(), state.words.size()}).key;
    masked_.resize(state.words.size());
    for (std::size_t w = 0; w < state.words.size(); ++w) masked_[w] = state.words[w] & mask_[w];
    return hash_bytes(masked_.data(), masked_.size() * 8);
  }

 private:
  std::vector<std::uint64_t> mask_;
  std::vector<std::uint64_t> masked_;
  std::shared_ptr<const Images> images_;
};

}  // namespace agon::search::plan
