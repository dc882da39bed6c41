// The random numbers of the anchors: PCG-XSH-RS with 64 bits of state and 32 of output (O'Neill 2014).
//
// agon::Rng is mixed better still, but its four words of state compete with the board for registers. What counts here is that
// the next number does not depend on the board: the processor has it ready before the position is known.
#pragma once

#include <cstdint>

namespace agon::anchors {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_((seed + kIncrement) * kMultiplier + kIncrement) {}

  std::uint32_t next() {
    const std::uint64_t now = state_;
    state_ = now * kMultiplier + kIncrement;
    return static_cast<std::uint32_t>((now ^ (now >> 22U)) >> (22U + (now >> 61U)));
  }

  // Nearly uniform on 0 .. bound-1: no number is off by more than bound / 2^32 of its share, far below what a test could see.
  unsigned below(unsigned bound) { return static_cast<unsigned>((std::uint64_t{next()} * bound) >> 32U); }

 private:
  static constexpr std::uint64_t kMultiplier = 6364136223846793005;
  static constexpr std::uint64_t kIncrement = 1442695040888963407;

  std::uint64_t state_;
};

}  // namespace agon::anchors
