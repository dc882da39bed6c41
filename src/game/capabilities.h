// Optional capabilities of engines beyond the contract (game/engine.h), one concept each. An algorithm tests for one with
// `if constexpr` and has a fallback; an AnyEngine has none of them but FlatEngine, which all engines share.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"

namespace agon::game {

// A flat state: one array of numbers, `cells()`, that trees, tables and batches store as bytes. Equal arrays are equal states.
template <class S>
concept FlatState = std::copyable<S> && requires(S& state, const S& constant) {
  {state.cells().resize(1)};
  {constant.cells().data()};
  { constant.cells().size() } -> std::convertible_to<std::size_t>;
};

template <class E>
concept FlatEngine = Engine<E> && FlatState<typename E::State>;

template <FlatState S>
[[nodiscard]] std::span<const std::byte> bytes_of(const S& state) {
  return std::as_bytes(std::span(state.cells().data(), state.cells().size()));
}

template <FlatState S>
void assign_state(S& state, std::span<const std::byte> bytes) {
  auto& cells = state.cells();
  cells.resize(bytes.size() / sizeof(*cells.data()));
  if (!bytes.empty()) std::memcpy(cells.data(), bytes.data(), bytes.size());
}

// The outcome of one random playout.
struct PlayoutResult {
  std::uint32_t steps = 0;
  bool ended = false;      // false: cut off at max_steps, or a role had no move
  std::vector<int> goals;  // per role; kNoGoal where there is none
};

// Plays a whole random playout by itself, faster than step by step.
template <class E>
concept PlayoutEngine = Engine<E> &&
    requires(const E& e, typename E::Scratch& scratch, const typename E::State& state, Rng& rng, std::uint32_t max_steps) {
  { e.playout(scratch, state, rng, max_steps) } -> std::same_as<PlayoutResult>;
};

// Knows which goal values the rules can give a role, ascending.
template <class E>
concept GoalRangeEngine = Engine<E> && requires(const E& e, RoleId role) {
  { e.possible_goals(role) } -> std::same_as<std::vector<int>>;
};

// The goal values that a role may end with, ascending: every value where the engine does not know better. 0 counts where the rules
// give no goal.
template <Engine E>
[[nodiscard]] std::vector<int> possible_goals(const E& engine, RoleId role) {
  std::vector<int> values{0};
  if constexpr (GoalRangeEngine<E>) {
    const std::vector<int> known = engine.possible_goals(role);
    values.insert(values.end(), known.begin(), known.end());
  } else {
    for (int value = 1; value <= 100; ++value) values.push_back(value);
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace agon::game
