#include "engines/lanes/wire_builder.h"

#include "base/assert.h"

namespace agon::engines::lanes {

Wire WireBuilder::lut(std::uint8_t truth, std::span<const Wire> in) {
  // The support of the function: its distinct non-constant values.
  std::array<ValueId, 3> values{};
  unsigned n = 0;
  std::array<unsigned, 3> position{};
  std::array<bool, 3> constant{};
  for (std::size_t i = 0; i < in.size(); ++i) {
    constant[i] = in[i].value() == 0;
    if (constant[i]) continue;
    unsigned k = 0;
    while (k < n && values[k] != in[i].value()) ++k;
    if (k == n) values[n++] = in[i].value();
    position[i] = k;
  }
  const auto evaluate = [&](unsigned row) {
    unsigned index = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const bool bit = (constant[i] ? false : ((row >> position[i]) & 1U) != 0) != in[i].inverted();
      if (bit) index |= 1U << i;
    }
    return (truth >> index) & 1U;
  };
  unsigned table = 0;
  for (unsigned row = 0; row < (1U << n); ++row) table |= evaluate(row) << row;
  // Drop values that the function does not depend on.
  for (unsigned k = 0; k < n;) {
    bool matters = false;
    for (unsigned row = 0; row < (1U << n); ++row) matters |= ((table >> row) & 1U) != ((table >> (row ^ (1U << k))) & 1U);
    if (matters) {
      ++k;
      continue;
    }
    unsigned smaller = 0;
    for (unsigned row = 0; row < (1U << (n - 1)); ++row) {
      const unsigned low = row & ((1U << k) - 1);
      const unsigned wide = low | ((row >> k) << (k + 1));
      smaller |= ((table >> wide) & 1U) << row;
    }
    table = smaller;
    for (unsigned j = k; j + 1 < n; ++j) values[j] = values[j + 1];
    --n;
  }
  if (n == 0) return (table & 1U) != 0 ? kOne : kZero;
  // Polarity normalisation: every function is stored so that it is zero for zero inputs; all such functions of two values are one
  // instruction.
  const bool invert = (table & 1U) != 0;
  if (invert) table = ~table & ((1U << (1U << n)) - 1);
  if (n == 1) return Wire{values[0] << 1U} ^ invert;
  Operation operation{
      .kind = Operation::Kind::Lut, .inputs = static_cast<std::uint8_t>(n), .truth = static_cast<std::uint8_t>(table)};
  for (unsigned k = 0; k < n; ++k) operation.in[k] = values[k];
  AGON_ASSERT(n == 2 || three_inputs_);
  return emit(operation) ^ invert;
}

ValueId WireBuilder::materialise(Wire wire) {
  if (!wire.inverted() && wire.value() != 0) return wire.value();
  Operation operation{.kind = Operation::Kind::Lut, .inputs = 1, .truth = 0b01};
  operation.in[0] = wire.value();
  if (wire == kZero) {  // not (not zero): constants are rare, so two operations will do
    operation.in[0] = emit(operation).value();
  }
  return emit(operation).value();
}

void WireBuilder::store(Region region, std::uint32_t index, Wire wire) {
  Operation operation{.kind = Operation::Kind::Store};
  operation.in[0] = materialise(wire);
  operation.place = {region, index};
  program_.operations.push_back(operation);
}

}  // namespace agon::engines::lanes
