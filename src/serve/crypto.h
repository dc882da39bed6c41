// Cryptographic primitives of libsodium: random bytes of the system, keyed hashing (BLAKE2b) and key stretching (Argon2id).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace agon::serve::crypto {

using Key = std::array<unsigned char, 32>;
using Digest = std::array<unsigned char, 32>;

// Makes libsodium ready, once and thread-safely; whoever calls it directly does this first. Throws std::runtime_error where the
// system has no source of randomness.
void prepare();

[[nodiscard]] std::uint64_t random_word();
// BLAKE2b-256.
[[nodiscard]] Digest hash(std::string_view text);
// BLAKE2b-256 under a key; a pseudo-random function of the message to whoever does not know the key.
[[nodiscard]] Digest keyed_hash(const Key& key, std::span<const unsigned char> message);
// Argon2id with a quarter of a MiB: each guess at a short secret costs a fraction of a millisecond and that memory.
[[nodiscard]] Key stretched(std::span<const unsigned char> secret, std::string_view domain);

}  // namespace agon::serve::crypto
