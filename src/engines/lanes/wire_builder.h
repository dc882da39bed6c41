// Emits lane operations with constant folding: constants, complements and inputs that do not matter are absorbed by truth tables.
#pragma once

#include <array>
#include <span>

#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

class WireBuilder {
 public:
  WireBuilder(LaneProgram& program, bool three_inputs) : program_(program), three_inputs_(three_inputs) {
    program_.homes.push_back({});
  }

  Wire memory(Region region, std::uint32_t index) {
    program_.homes.push_back({region, index});
    return {static_cast<std::uint32_t>(program_.homes.size() - 1) << 1U};
  }
  Wire random() { return emit({.kind = Operation::Kind::Random}); }

  Wire and2(Wire a, Wire b) { return lut2(0b1000, a, b); }
  Wire or2(Wire a, Wire b) { return lut2(0b1110, a, b); }
  Wire xor2(Wire a, Wire b) { return lut2(0b0110, a, b); }
  Wire xor3(Wire a, Wire b, Wire c) { return three_inputs_ ? lut3(0b10010110, a, b, c) : xor2(xor2(a, b), c); }
  Wire majority(Wire a, Wire b, Wire c) { return three_inputs_ ? lut3(0b11101000, a, b, c) : or2(and2(a, b), and2(c, or2(a, b))); }
  // c ? a : b
  Wire mux(Wire c, Wire a, Wire b) {
    if (!three_inputs_) return xor2(b, and2(c, xor2(a, b)));
    return lut3(0b10101100, a, b, c);
  }

  // A function of up to three wires by its truth table, bit (a + 2b + 4c).
  Wire lut(std::uint8_t truth, std::span<const Wire> in);

  void store(Region region, std::uint32_t index, Wire wire);
  void add(Operation operation) { program_.operations.push_back(operation); }
  ValueId materialise(Wire wire);  // as a value that is not inverted

 private:
  Wire lut2(std::uint8_t truth, Wire a, Wire b) {
    const std::array<Wire, 2> in{a, b};
    return lut(truth, in);
  }
  Wire lut3(std::uint8_t truth, Wire a, Wire b, Wire c) {
    const std::array<Wire, 3> in{a, b, c};
    return lut(truth, in);
  }
  Wire emit(Operation operation) {
    program_.homes.push_back({});
    operation.out = static_cast<ValueId>(program_.homes.size() - 1);
    program_.operations.push_back(operation);
    return {operation.out << 1U};
  }

  LaneProgram& program_;
  bool three_inputs_;
};

}  // namespace agon::engines::lanes
