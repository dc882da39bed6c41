// How to pick the n-th member of a set of squares: the one question of a random playout for which processors differ.
//
// A playout is a template over one of these policies. It has to be inlined (AGON_ANCHOR_INLINE) into a function with the matching
// target attribute, and anchor.h has exactly one such function for each policy; so the build needs no -march, and the
// choice is made once a batch.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bench/anchors/rng.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define AGON_ANCHOR_FAST_TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#endif
#define AGON_ANCHOR_INLINE __attribute__((always_inline)) inline

namespace agon::anchors {

using Squares = std::uint64_t;  // a set of squares, or one

AGON_ANCHOR_INLINE unsigned size(Squares set) { return static_cast<unsigned>(std::popcount(set)); }
AGON_ANCHOR_INLINE unsigned index(Squares square) { return static_cast<unsigned>(std::countr_zero(square)); }

// Calls visit(square) for each member, lowest first.
template <class Visit>
AGON_ANCHOR_INLINE void for_each(Squares set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(set & -set);
}

// nth: the n-th lowest member of the set, counting from 0 and taking n modulo 64; the empty set if there is none.
struct PlainCpu {
  static constexpr bool kHasVectors = false;
  static Squares nth(Squares set, unsigned n) {
    for (n %= 64; n > 0 && set != 0; --n) set &= set - 1;
    return set & -set;
  }
};

#if defined(__x86_64__)
struct FastCpu {
  static constexpr bool kHasVectors = true;
  // Not forced inline: that would be an error where the policy's users are looked at before they reach their target function.
  AGON_ANCHOR_FAST_TARGET static Squares nth(Squares set, unsigned n) { return _pdep_u64(Squares{1} << (n % 64), set); }
};

// The first two generations of Zen have the instruction but run it bit by bit, which is no better than the plain loop.
inline bool has_fast_cpu() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 &&
         __builtin_cpu_is("znver1") == 0 && __builtin_cpu_is("znver2") == 0;
}
#else
using FastCpu = PlainCpu;
#define AGON_ANCHOR_FAST_TARGET
inline bool has_fast_cpu() { return false; }
#endif

// Uniform over the members of several sets together: the result has the chosen square in the place of its set, and empty sets
// otherwise. Without branches, which no predictor could learn: the number is looked up in every set, less what came before, and
// is out of range in all but one. That holds below zero as well, as long as no set is larger than 64 less the sum of all sizes.
template <class Cpu, std::size_t kSets>
AGON_ANCHOR_INLINE std::array<Squares, kSets> choose(const std::array<Squares, kSets>& sets, Rng& rng) {
  std::array<unsigned, kSets> begin{};
  unsigned total = 0;
  for (std::size_t i = 0; i < kSets; ++i) {
    begin[i] = total;
    total += size(sets[i]);
  }
  const unsigned number = rng.below(total);
  std::array<Squares, kSets> chosen{};
  for (std::size_t i = 0; i < kSets; ++i) chosen[i] = Cpu::nth(sets[i], number - begin[i]);
  return chosen;
}

}  // namespace agon::anchors
