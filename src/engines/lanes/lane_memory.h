// The bit-sliced memory of the playouts of one pass: a vector of `words` 64-bit words for every bit of state.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "engines/lanes/lane_program.h"

namespace agon::engines::lanes {

// Where each region begins, in vectors.
struct LaneLayout {
  std::uint32_t state[2] = {0, 0};
  std::uint32_t start = 0, output = 0, length = 0, weight = 0, played = 0, loop = 0, random = 0, changed = 0, slots = 0;
  std::uint32_t total = 0;

  LaneLayout() = default;
  LaneLayout(const LaneProgram& program, std::uint32_t slot_count) {
    std::uint32_t at = 0;
    const auto take = [&](std::uint32_t count) {
      const std::uint32_t begin = at;
      at += count;
      return begin;
    };
    random = take(2);
    changed = take(1);
    output = take(program.outputs);
    length = take(program.length_bits);
    state[0] = take(program.fluents);
    state[1] = take(program.fluents);
    start = take(program.fluents);
    weight = take(program.weights);
    played = take(program.played);
    loop = take(program.loop_variables);
    slots = take(slot_count);
    total = at;
  }

  // The index of a place in a region that does not move between steps.
  [[nodiscard]] std::uint32_t fixed(Place place) const {
    switch (place.region) {
      case Region::Start: return start + place.index;
      case Region::Output: return output + place.index;
      case Region::Length: return length + place.index;
      case Region::Weight: return weight + place.index;
      case Region::Played: return played + place.index;
      case Region::Loop: return loop + place.index;
      case Region::None:
      case Region::State:
      case Region::Next: break;
    }
    return 0;
  }
};

class LaneMemory {
 public:
  LaneMemory(const LaneLayout& layout, unsigned words)
      : words_(words),
        data_(static_cast<std::uint64_t*>(std::aligned_alloc(64, (std::size_t{layout.total} * words * 8 + 63) / 64 * 64))) {
    if (!data_) throw std::bad_alloc();
    std::fill_n(data_.get(), std::size_t{layout.total} * words, 0);
  }
  [[nodiscard]] std::uint64_t* vector(std::uint32_t index) { return data_.get() + std::size_t{index} * words_; }

 private:
  struct Free {
    void operator()(std::uint64_t* p) const { std::free(p); }
  };
  unsigned words_;
  std::unique_ptr<std::uint64_t, Free> data_;
};

// The random number generator of a group of 64 lanes: xorshift128+ (Vigna 2014), one 64-bit word per draw. Both executors and all
// widths step it alike.
inline std::uint64_t next_random(std::uint64_t& s0, std::uint64_t& s1) {
  std::uint64_t a = s0;
  const std::uint64_t b = s1;
  s0 = b;
  a ^= a << 23U;
  s1 = a ^ b ^ (a >> 17U) ^ (b >> 26U);
  return s1 + b;
}

}  // namespace agon::engines::lanes
