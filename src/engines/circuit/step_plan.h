// Everything about a game that one state at a time needs, made once and shared: which gates are followed, what moves change.
#pragma once

#include "engines/circuit/effects.h"
#include "engines/circuit/netlist.h"

namespace agon::engines::event {

struct StepPlan {
  // How the changes that a move makes are found. Computed: for the move that is made, from its effects. Followed: the effects of all moves
  // are kept up to date; better where they depend on little. Leaves: the choice is put in and followed through the gates, then taken
  // back; for choices that act together, and for moves that may change nearly everything and do change little.
  enum class Mode : std::uint8_t { Computed, Followed, Leaves };
  StepPlan(std::shared_ptr<const circuit::Circuit> circuit, Mode mode);

  std::shared_ptr<const circuit::Circuit> circuit;
  Effects effects;
  Mode mode;
  Netlist net;
  std::size_t state_words = 0;
  std::size_t move_words = 0;

  // Sets of fluents that change without a choice, one for each base that is possible, as words one after the other.
  std::vector<std::vector<std::uint32_t>> base_set;  // [selector][chooser]: number of the set, or kNone
  std::uint32_t base_sets = 0;
  static constexpr std::uint32_t kNone = 0xffffffff;

  // What else a change of a node or a fluent flips: a bit in one of the sets or in the set of legal moves.
  struct Flip {
    std::uint32_t word = 0;
    std::uint64_t mask = 0;
  };
  std::vector<std::uint32_t> legal_begin;  // per node
  std::vector<Flip> legal_flips;
  std::vector<std::uint32_t> base_begin;   // per node: next values
  std::vector<Flip> base_flips;
  std::vector<std::uint32_t> own_begin;    // per fluent: present values
  std::vector<Flip> own_flips;
};

}  // namespace agon::engines::event
