// States of engines as flat memory: what a tree keeps, and what a batch of playouts starts from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "game/engine.h"

namespace agon::search {

template <class State>
[[nodiscard]] auto& cells_of(State& state) {
  if constexpr (requires { state.words; }) {
    return state.words;
  } else {
    return state.fluents;
  }
}

// Engines whose states are one array of plain numbers.
template <class E>
concept FlatEngine = game::Engine<E> && requires(typename E::State& state) { cells_of(state).data(); };

template <class State>
[[nodiscard]] std::span<const std::byte> bytes_of(const State& state) {
  const auto& cells = cells_of(state);
  return std::as_bytes(std::span(cells.data(), cells.size()));
}

template <class State>
void assign_state(State& state, std::span<const std::byte> bytes) {
  auto& cells = cells_of(state);
  cells.resize(bytes.size() / sizeof(*cells.data()));
  if (!bytes.empty()) std::memcpy(cells.data(), bytes.data(), bytes.size());
}

}  // namespace agon::search
