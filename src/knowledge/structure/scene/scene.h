// The scene of a state, every fluent in exactly one place; and gestures, how a user makes a move by clicks and choices.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/terms.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge {

// A fluent on a cell. `fluent` is its index in the list that was placed.
struct Placed {
  std::uint32_t fluent = 0;
  std::uint32_t family = 0;  // of the board
  std::string content;
  std::optional<std::uint32_t> target;  // the other cell of a fluent about two
};

struct CounterValue {
  std::uint32_t fluent = 0;
  std::string role;  // the owner; empty if there is none
  std::string value;
};

struct HandItem {
  std::uint32_t fluent = 0;
  std::string owner;  // empty if there is none
  std::string slot;
  std::string item;
  std::string count;
};

struct Turn {
  std::uint32_t fluent = 0;
  std::string role;
};

struct Scene {
  static constexpr const char* kSchema = "agon.scene/1";

  std::vector<std::vector<std::vector<Placed>>> boards;  // per board and cell
  std::vector<std::vector<CounterValue>> counters;       // per counter
  std::vector<std::vector<HandItem>> hands;              // per hand
  std::vector<std::vector<Turn>> controls;               // per control
  std::vector<std::vector<std::uint32_t>> tables;        // per table: fluents
  std::vector<std::uint32_t> rest;                       // fluents that the structure does not cover
};

// One way to make a move: touch one cell of each set, in order, then choose the remaining words.
struct Gesture {
  struct Touch {
    std::uint32_t board = 0;
    std::vector<std::uint32_t> cells;  // any of them
  };
  std::uint32_t pattern = 0;
  std::vector<Touch> touches;
  std::vector<std::string> choices;  // constants that no touch determines, from left to right
};

// Places fluents and finds gestures. Build it once for a structure, which must outlive it; then it is immutable and may be shared.
class Placer {
 public:
  explicit Placer(const Structure& structure);
  ~Placer();
  Placer(Placer&&) noexcept;
  Placer& operator=(Placer&&) noexcept;

  [[nodiscard]] Scene place(const game::TermBank& terms, std::span<const TermId> fluents) const;
  // No value if some click of the pattern has no cell here: then the move is picked from the list of legal moves.
  [[nodiscard]] std::optional<Gesture> gesture(const Scene& scene, const game::TermBank& terms, TermId move) const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

// For a single state.
[[nodiscard]] Scene place(const Structure& structure, const game::TermBank& terms, std::span<const TermId> fluents);

}  // namespace agon::knowledge
