// A game in the form that was sent to the clusters of the MPPA: a network without loops, cut into layers. Layers follow one
// another, the gates of a layer are independent, and everything a playout needs beside its values is shared.
//
// Positive recursion is unrolled round by round until another round changes nothing, which is what a network without loops has to
// do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "circuit/circuit.h"

namespace agon::lab::experiments::mppa {

using circuit::Lit;

struct LayeredNetwork {
  struct Gate {
    std::uint32_t out = 0;
    Lit a, b;
  };
  struct Choice {  // a selector of the circuit
    std::vector<std::uint32_t> leaves;
    std::vector<Lit> legal;
  };

  std::shared_ptr<const circuit::Circuit> circuit;
  std::uint32_t signals = 1;  // signal 0 is false
  std::vector<Gate> gates;
  // Gates begin[i] .. begin[i + 1] are layer i. First come the layers that no move reaches, up to `state_layers`.
  std::vector<std::uint32_t> begin{0};
  std::size_t state_layers = 0;

  std::vector<std::uint32_t> fluents;  // signal per fluent; 0 where nothing depends on it
  std::vector<Choice> choices;
  std::vector<Lit> next;
  Lit terminal;
  std::vector<std::vector<circuit::GoalLit>> goals;
  std::vector<std::uint8_t> initial;  // a byte per fluent

  [[nodiscard]] std::size_t layer_count() const { return begin.size() - 1; }
  [[nodiscard]] std::size_t bytes() const;                                                 // of what is shared
  [[nodiscard]] std::size_t worker_bytes() const { return signals + 2 * fluents.size(); }  // values, and a position in and out
};

// Nothing if there would be more than `most_gates`.
[[nodiscard]] std::optional<LayeredNetwork> make_layers(std::shared_ptr<const circuit::Circuit> circuit, std::size_t most_gates);

}  // namespace agon::lab::experiments::mppa
