#include "serve/match/step/match_draws.h"

#include <array>

#include "base/assert.h"

namespace agon::serve {
namespace {

// Little-endian on every machine, so that a record repeats everywhere.
template <std::size_t N>
std::array<unsigned char, N * 8> bytes_of(const std::array<std::uint64_t, N>& words) {
  std::array<unsigned char, N * 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(words[i / 8] >> (i % 8 * 8));
  return bytes;
}

}  // namespace

std::uint64_t random_seed() {
  for (;;) {
    if (const std::uint64_t seed = crypto::random_word() & kLargestSeed; seed != 0) return seed;
  }
}

MatchDraws::MatchDraws(std::uint64_t seed) : key_(crypto::stretched(bytes_of<1>({seed}), "agon match draws")) {}

std::uint64_t MatchDraws::word(Purpose purpose, std::uint64_t step, std::uint64_t role) const {
  return word(purpose, step, role, 0);
}

std::uint64_t MatchDraws::word(Purpose purpose, std::uint64_t step, std::uint64_t role, std::uint64_t attempt) const {
  const crypto::Digest digest = crypto::keyed_hash(key_, bytes_of<4>({static_cast<std::uint64_t>(purpose), step, role, attempt}));
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word |= static_cast<std::uint64_t>(digest[i]) << (i * 8);
  return word;
}

std::size_t MatchDraws::below(std::size_t bound, Purpose purpose, std::uint64_t step, std::uint64_t role) const {
  AGON_ASSERT(bound > 0);
  // Rejection sampling: the first 2^64 mod bound words would favour small remainders.
  const std::uint64_t skipped = (std::uint64_t{0} - bound) % bound;
  for (std::uint64_t attempt = 0;; ++attempt) {
    if (const std::uint64_t drawn = word(purpose, step, role, attempt); drawn >= skipped) return drawn % bound;
  }
}

}  // namespace agon::serve
