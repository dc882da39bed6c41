// Keys of states for tables, and names of moves in them: plain hashes and places among the legal moves, or canonical ones where the
// game has symmetries. A move that is stored for one state and found for its image is carried back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "engines/circuit/circuit_engine.h"
#include "search/symmetry/images.h"

namespace agon::search {

// Where a state stands in a table.
struct StateKey {
  std::uint64_t key = 0;
  std::uint32_t element = 0;  // that leads to the representative
};

// What one state with its images may cost, in elements: a probe should cost no more than to make the state did.
[[nodiscard]] inline std::size_t affordable_elements(const circuit::Circuit& circuit) {
  constexpr std::size_t kFree = 1'000;  // whatever the circuit, a state costs about so many gates
  const std::size_t fluents = std::max<std::size_t>(circuit.program->initial.size(), 1);
  return std::clamp<std::size_t>((circuit.gate_count() + kFree) / fluents, 2, Images::kMostElements / 2);
}

template <game::Engine E>
class StateKeys {
 public:
  // Other engines than the circuit do not number their fluents: they go without.
  static constexpr bool kCanUse = std::is_same_v<E, engines::CircuitEngine>;

  StateKeys(const E& engine, const game::SymmetryGroup* group) : engine_(&engine) {
    if constexpr (kCanUse)
      images_ = Images::make(group, *engine.circuit().program, {.most_elements = affordable_elements(engine.circuit())});
  }
  [[nodiscard]] bool symmetric() const { return images_ != nullptr; }
  [[nodiscard]] const Images* images() const { return images_.get(); }

  [[nodiscard]] StateKey of(const typename E::State& state) const {
    if constexpr (kCanUse) {
      if (images_) {
        const Images::Canon canon = images_->canon({state.words.data(), state.words.size()});
        return {canon.key, canon.element};
      }
    }
    return {engine_->hash(state), 0};
  }
  // The key of the state alone, which other states find only where they are the same.
  [[nodiscard]] StateKey plain(const typename E::State& state) const {
    if constexpr (kCanUse) {
      if (images_) return {images_->plain_key({state.words.data(), state.words.size()}), 0};
    }
    return {engine_->hash(state), 0};
  }
  // Puts the representative in place of a state, and says which element led there.
  std::uint32_t to_representative(typename E::State& state) const {
    if constexpr (kCanUse) {
      if (!images_) return 0;
      const std::span<const std::uint64_t> words(state.words.data(), state.words.size());
      const std::uint32_t element = images_->canon(words).element;
      if (element == 0) return 0;
      const typename E::State before = state;
      std::fill(state.words.begin(), state.words.end(), 0);
      images_->add_image(element, {before.words.data(), before.words.size()}, {state.words.data(), state.words.size()});
      return element;
    }
    return 0;
  }
  // How a table calls the move that is at this place among the legal ones of the role.
  [[nodiscard]] std::uint32_t name(StateKey at, RoleId role, MoveId move, std::size_t index) const {
    if (!images_) return static_cast<std::uint32_t>(index);
    return images_->move(at.element, images_->number(role, move));
  }
  // Back to the place; the count of legal moves if it is none of them.
  [[nodiscard]] std::size_t index(StateKey at, RoleId role, std::span<const MoveId> legal, std::uint32_t name) const {
    if (!images_) return std::min<std::size_t>(name, legal.size());
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (this->name(at, role, legal[i], i) == name) return i;
    }
    return legal.size();
  }

 private:
  const E* engine_;
  std::shared_ptr<const Images> images_;
};

}  // namespace agon::search
