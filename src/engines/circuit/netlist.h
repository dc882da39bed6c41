// Gates with many inputs and their readers: the form for following changes. A chain of two-input ANDs that nobody else looks at becomes one
// AND of many inputs, which then only has to count how many of its inputs are false.
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
  std::vector<std::uint8_t> followed;       // per node: its value is kept up to date
  std::vector<std::uint32_t> order;         // gates, inputs first
  std::vector<std::uint32_t> input_begin;   // per entry of order: its inputs
  std::vector<Lit> inputs;

  // What is needed for `roots`, and nothing else.
  Netlist(const circuit::Network& network, std::span<const Lit> roots);
};

}  // namespace agon::engines::event
