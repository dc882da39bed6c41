// The state of any engine as bits by the fluents of a ground program. The circuit engine's states are that already.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engines/circuit/circuit_engine.h"
#include "game/engine.h"
#include "ground/ground_program.h"

namespace agon::play {

template <game::Engine E>
class StateBitReader {
 public:
  StateBitReader(const E& engine, const ground::GroundProgram& program) : words_((program.fluents.size() + 63) / 64, 0) {
    if constexpr (std::is_same_v<E, engines::CircuitEngine>) {
      direct_ =
          engine.circuit().program->fluents.size() == program.fluents.size() && engine.circuit().program->terms == program.terms;
    }
    if (direct_) return;
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) by_text_.emplace(program.terms->text(program.fluents[f]), f);
  }

  // Valid until the next call. Fluents that the program does not have are left out.
  std::span<const std::uint64_t> of(const E& engine, const typename E::State& state) {
    if constexpr (std::is_same_v<E, engines::CircuitEngine>) {
      if (direct_) return {state.words.data(), state.words.size()};
    }
    std::fill(words_.begin(), words_.end(), 0);
    engine.fluents(state, terms_);
    for (const TermId term : terms_) {
      const auto [place, fresh] = numbers_.emplace(term, kNone);
      if (fresh) {
        if (const auto known = by_text_.find(engine.terms().text(term)); known != by_text_.end()) place->second = known->second;
      }
      if (place->second != kNone) words_[place->second / 64] |= std::uint64_t{1} << (place->second % 64);
    }
    return words_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  bool direct_ = false;
  std::vector<std::uint64_t> words_;
  game::TermBuffer terms_;
  absl::flat_hash_map<TermId, std::uint32_t> numbers_;
  absl::flat_hash_map<std::string, std::uint32_t> by_text_;
};

}  // namespace agon::play
