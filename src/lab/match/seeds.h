// Many seeds from one. Seeds that count on (7, 8, 9, ...) would make runs with neighbouring seeds play each other's games again;
// these have nothing to do with each other, whatever the purpose, the seed or the index differs in.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace agon::lab {

// Below 2^53, so that every reader of JSON keeps it exact.
[[nodiscard]] constexpr std::uint64_t derived_seed(std::string_view purpose, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t salt = fnv1a(purpose);
  return mix(mix(mix(salt, seed), index), salt) >> 11U;
}

}  // namespace agon::lab
