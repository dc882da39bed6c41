// The circuit as wide gates with their readers: the form for following changes. A chain of two-input ANDs that nobody else looks at
// becomes one AND of many inputs, which then only has to count how many of its inputs are false.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.h"

namespace agon::engines::event {

using circuit::Lit;

// What happens when a node changes, besides the gates that read it.
struct Watch {
  enum class Kind : std::uint8_t { None, Legal, Differs } kind = Kind::None;
  std::uint32_t index = 0;  // Legal: bit of the move; Differs: fluent whose next value this is, or the fluent itself
};

struct Netlist {
  std::uint32_t nodes = 0;                 // constant, inputs, gates
  std::vector<std::uint32_t> reader_begin; // per node: edges[reader_begin[n] .. reader_begin[n + 1]]
  std::vector<std::uint32_t> edges;        // gate * 2 + inverted
  std::vector<std::uint32_t> watch_begin;
  std::vector<Watch> watches;
  std::vector<std::uint32_t> inputs;       // per gate (0 for other nodes): number of inputs
  std::vector<std::uint32_t> order;        // gates so that inputs come first: for the first evaluation
  std::vector<std::uint32_t> gate_begin;   // inputs of gates as literals, for the first evaluation
  std::vector<Lit> gate_inputs;

  std::vector<std::uint32_t> fluents;      // node per fluent
  std::vector<std::vector<std::uint32_t>> leaves;  // per selector
  // Legality of a move is `legal` where the role has the choice; `legal` itself does not look at whose turn it is where that can be
  // taken out. Forced moves: `legal` is the whole.
  std::vector<Lit> legal;                  // per move
  std::vector<Lit> guard;                  // per role: has a choice; kTrue if it always has
  std::vector<std::uint32_t> forced;       // per role: move, or kNone
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<Lit> next;                   // per fluent
  Lit terminal;
  std::vector<std::vector<circuit::GoalLit>> goals;
  std::vector<std::vector<Lit>> sees;

  explicit Netlist(const circuit::Circuit& circuit);
};

}  // namespace agon::engines::event
