// The intermediate representation of one step of 64 to 512 bit-sliced random playouts: a list of bitwise operations for the
// circuit, the choice of moves and the restart of lanes whose game is over, ordered for short live ranges. It has no registers;
// lane_jit.h and lane_portable.h allocate those.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/circuit.h"

namespace agon::engines::lanes {

using ValueId = std::uint32_t;

// A value or its complement in one number. Value 0 is the constant zero.
struct Wire {
  std::uint32_t code = 0;
  [[nodiscard]] ValueId value() const { return code >> 1U; }
  [[nodiscard]] bool inverted() const { return (code & 1U) != 0; }
  [[nodiscard]] Wire operator!() const { return {code ^ 1U}; }
  [[nodiscard]] Wire operator^(bool invert) const { return {code ^ (invert ? 1U : 0U)}; }
  friend bool operator==(Wire, Wire) = default;
};
inline constexpr Wire kZero{0};
inline constexpr Wire kOne{1};

// Where a value lives in memory from the start, or where a store puts it.
enum class Region : std::uint8_t {
  None,
  State,   // fluents of the present states
  Next,    // fluents of the next states (other buffer)
  Start,   // fluents of the state that a lane takes when its game is over
  Output,  // over, cut, goals
  Length,  // bits of the number of moves made
  Weight,  // bits of the weights of leaves, all lanes alike
  Played,  // moves made in this playout
  Loop,    // variables of recursive parts
};
struct Place {
  Region region = Region::None;
  std::uint32_t index = 0;
};

struct Operation {
  enum class Kind : std::uint8_t {
    Lut,         // out = truth table of up to three values; bit (a + 2b + 4c)
    Random,      // out = fresh random bits
    Store,       // place = in[0]
    LoopBegin,   // loop variables [in[0], in[0] + in[1]) start at zero; what follows is repeated
    LoopUpdate,  // loop variable place.index = in[0], and remember if it changed
    LoopEnd,     // again, unless nothing changed
  };
  Kind kind = Kind::Lut;
  std::uint8_t inputs = 0;
  std::uint8_t truth = 0;
  ValueId out = 0;
  std::uint32_t in[3] = {0, 0, 0};  // values
  Place place = {};
};

struct LaneProgram {
  std::vector<Place> homes;  // per value: where it can always be read, or None
  std::vector<Operation> operations;
  std::uint32_t fluents = 0;
  std::uint32_t outputs = 0;
  std::uint32_t length_bits = 0;
  std::uint32_t weights = 0;
  std::uint32_t played = 0;
  std::uint32_t loop_variables = 0;

  // Outputs: 0 = the game is over or cut, 1 = cut, then per role and goal value: over with that goal as the only one.
  static constexpr std::uint32_t kOver = 0;
  static constexpr std::uint32_t kCut = 1;
  std::vector<std::uint32_t> goal_begin;  // per role: first output; one more at the end
};

struct LaneProgramOptions {
  bool three_inputs = true;  // the machine has an instruction for any function of three values
  unsigned weight_bits = 0;
  bool move_statistics = false;
  std::uint32_t max_steps = 4095;
};

[[nodiscard]] LaneProgram make_program(const circuit::Circuit& circuit, const LaneProgramOptions& options);

}  // namespace agon::engines::lanes
