// Everything about a game that one state at a time needs, made once and shared: which gates are followed, what moves change.
#pragma once

#include <memory>

#include "engines/circuit/effects.h"
#include "engines/circuit/netlist.h"

namespace agon::engines::event {

struct StepPlan {
  // How the changes that a move makes are found. Computed: for the move that is made, from its effects. Followed: the effects of all moves
  // are kept up to date; better where they depend on little. Leaves: the choice is put in and followed through the gates, then taken
  // back; for choices that act together, and for moves that may change nearly everything and do change little. Lazy: of legality only the
  // cheap conditions are followed, the others and the end are computed when they are asked for; for conditions that cost more than all
  // else (chess: 4 times faster).
  enum class Mode : std::uint8_t { Computed, Followed, Leaves, Lazy };
  // `like`: another plan for the circuit, if there is one; its effects need not be found again. Not one that is Lazy.
  StepPlan(std::shared_ptr<const circuit::Circuit> circuit, Mode mode, const StepPlan* like = nullptr);

  std::shared_ptr<const circuit::Circuit> circuit;
  std::shared_ptr<const Effects> effects;
  Mode mode;
  bool follows_leaves;  // Leaves, and Lazy where moves have no short list of changes
  Netlist net;
  std::size_t state_words = 0;
  std::size_t move_words = 0;

  // What changes without a choice: as in the effects, or one for all where leaves are followed.
  std::vector<std::vector<Effects::Base>> bases;  // [selector][chooser]
  // Sets of fluents that change without a choice, one for each base that is possible, as words one after the other.
  std::vector<std::vector<std::uint32_t>> base_set;  // [selector][chooser]: number of the set, or kNone
  std::uint32_t base_sets = 0;
  static constexpr std::uint32_t kNone = 0xffffffff;

  // What else a change of a node or a fluent flips: a bit in the set of legal moves (the first words) or in one of the sets above.
  struct Flip {
    std::uint32_t word = 0;
    std::uint64_t mask = 0;
  };
  // Changes without a choice that need gates are in the sets too; otherwise they are computed for the step.
  [[nodiscard]] bool keeps_computed() const { return mode != Mode::Lazy || follows_leaves; }
  [[nodiscard]] std::size_t base_word(std::uint32_t set) const { return move_words + set * state_words; }
  // Everything about a node in one place: following changes is bound by memory.
  struct Record {
    std::uint32_t readers = 0, readers_end = 0;  // net.edges
    std::uint32_t flips = 0, flips_end = 0;
  };
  std::vector<Record> records;             // per node
  std::vector<Flip> flips;
  std::vector<std::uint32_t> own_begin;    // per fluent: sets that compare it with its next value
  std::vector<Flip> own_flips;
};

}  // namespace agon::engines::event
