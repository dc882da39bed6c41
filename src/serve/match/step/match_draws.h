// The random draws of a match as a keyed pseudo-random function: what chance plays depends on (seed, purpose, step, role) alone, so
// the seed of a finished record repeats the match; without the seed, no draw tells anything about another one.
//
// The key is Argon2id of the seed and each draw is BLAKE2b under that key. Stretching matters because a seed has 53 bits (so that
// every JSON reader keeps it exactly), which somebody who has seen a few dice could otherwise try out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "serve/crypto.h"

namespace agon::serve {

// The largest integer that a JSON reader with doubles keeps exactly.
inline constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 53U) - 1;

// From the system's source of randomness, 1 to kLargestSeed.
[[nodiscard]] std::uint64_t random_seed();

class MatchDraws {
 public:
  // Draws for different purposes are independent: the names of a scrambled match say nothing about its dice.
  enum class Purpose : std::uint8_t { Chance = 1, Substitute = 2, Scramble = 3 };

  // Takes a fraction of a millisecond.
  explicit MatchDraws(std::uint64_t seed);

  [[nodiscard]] std::uint64_t word(Purpose purpose, std::uint64_t step = 0, std::uint64_t role = 0) const;
  // Uniform on 0 .. bound-1, without bias. Precondition: bound > 0.
  [[nodiscard]] std::size_t below(std::size_t bound, Purpose purpose, std::uint64_t step, std::uint64_t role) const;

 private:
  [[nodiscard]] std::uint64_t word(Purpose purpose, std::uint64_t step, std::uint64_t role, std::uint64_t attempt) const;
  crypto::Key key_;
};

}  // namespace agon::serve
