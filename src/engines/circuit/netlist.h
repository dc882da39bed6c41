// A netlist of multi-input AND gates with fanout lists, for event-driven simulation. A tree of two-input ANDs without other readers
// becomes one wide AND, which only has to count its false inputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace agon::engines::event {

using circuit::Lit;

struct Netlist {
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> reader_begin;  // per node: edges[reader_begin[n] .. reader_begin[n + 1]]
  std::vector<std::uint32_t> edges;         // gate * 2 + inverted
  std::vector<std::uint8_t> followed;       // per node: its value is kept up to date by events
  std::vector<std::uint32_t> order;         // gates, inputs first
  std::vector<std::uint32_t> input_begin;   // per entry of order: its inputs
  std::vector<Lit> inputs;

  // Only the cone of influence of `roots`.
  Netlist(const circuit::Network& network, std::span<const Lit> roots);
};

}  // namespace agon::engines::event
