// The immutable plan of event-driven simulation, made once per game and shared: which gates propagate, what moves change.
#pragma once

#include <memory>

#include "engines/circuit/effects.h"
#include "engines/circuit/netlist.h"

namespace agon::engines::event {

struct StepPlan {
  // How the changes of a move are found. Computed: for the move that is made, from its effects. Followed: the effects of all moves
  // are kept up to date by events; better where they depend on little. Leaves: the choice is set as an input, propagated through
  // the gates and undone; for choices that act together, and for moves that may change nearly everything and do change little.
  // Lazy: of legality only the cheap conditions propagate, the others and the end are computed on demand; for conditions that cost
  // more than all else (chess: 4 times faster).
  enum class Mode : std::uint8_t { Computed, Followed, Leaves, Lazy };
  // `like`: another plan for the circuit, not Lazy, or null; its effects are reused.
  StepPlan(std::shared_ptr<const circuit::Circuit> circuit, Mode mode, const StepPlan* like = nullptr);

  std::shared_ptr<const circuit::Circuit> circuit;
  std::shared_ptr<const Effects> effects;
  Mode mode;
  bool follows_leaves;  // Leaves, and Lazy where moves have no short list of changes
  Netlist net;
  std::size_t state_words = 0;
  std::size_t move_words = 0;

  // Changes without a choice: as in the effects, or one base for all where leaves are propagated.
  std::vector<std::vector<Effects::Base>> bases;  // [selector][chooser]
  // Sets of fluents that change without a choice, one for each base that is possible, as words one after the other.
  std::vector<std::vector<std::uint32_t>> base_set;  // [selector][chooser]: number of the set, or kNone
  std::uint32_t base_sets = 0;
  static constexpr std::uint32_t kNone = 0xffffffff;

  // The bits that a change of a node or a fluent flips: in the set of legal moves (the first words) or in one of the sets above.
  struct Flip {
    std::uint32_t word = 0;
    std::uint64_t mask = 0;
  };
  // Changes without a choice that need gates are in the sets too; otherwise they are computed for the step.
  [[nodiscard]] bool keeps_computed() const { return mode != Mode::Lazy || follows_leaves; }
  [[nodiscard]] std::size_t base_word(std::uint32_t set) const { return move_words + set * state_words; }
  // All data of a node in one record: event-driven simulation is bound by memory.
  struct Record {
    std::uint32_t readers = 0, readers_end = 0;  // net.edges
    std::uint32_t flips = 0, flips_end = 0;
  };
  std::vector<Record> records;  // per node
  std::vector<Flip> flips;
  std::vector<std::uint32_t> own_begin;  // per fluent: sets that compare it with its next value
  std::vector<Flip> own_flips;
};

}  // namespace agon::engines::event
