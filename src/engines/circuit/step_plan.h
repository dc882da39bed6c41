// Everything about a game that one state at a time needs, made once and shared: which gates are followed, what moves change.
#pragma once

#include "engines/circuit/effects.h"
#include "engines/circuit/netlist.h"

namespace agon::engines::event {

struct StepPlan {
  explicit StepPlan(std::shared_ptr<const circuit::Circuit> circuit);

  std::shared_ptr<const circuit::Circuit> circuit;
  Effects effects;
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
  std::vector<std::uint32_t> base_begin;   // per fluent
  std::vector<Flip> base_flips;
};

}  // namespace agon::engines::event
