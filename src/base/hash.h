// Hashes: xxHash for speed, FNV-1a where a recorded format asks for it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agon {

// 64-bit FNV-1a, continued from `hash`.
inline constexpr std::uint64_t kFnvOffset = 0xcbf29ce484222325ULL;
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvOffset) {
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

[[nodiscard]] std::uint64_t hash_bytes(const void* data, std::size_t size);

// "xxh128:" and 32 hexadecimal digits; names a rule sheet in records.
[[nodiscard]] std::string content_id(std::string_view text);

// A cheap, good mix of a running hash with one more word (the finaliser of MurmurHash3 on the sum).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
  return hash ^ (hash >> 32U);
}

}  // namespace agon
