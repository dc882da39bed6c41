#include "serve/crypto.h"

#include <sodium.h>

#include <new>
#include <stdexcept>

namespace agon::serve::crypto {

static_assert(std::tuple_size_v<Key> == crypto_generichash_KEYBYTES && std::tuple_size_v<Digest> == crypto_generichash_BYTES);

void prepare() {
  static const int ready = sodium_init();
  if (ready < 0) throw std::runtime_error("the system has no source of randomness");
}

std::uint64_t random_word() {
  prepare();
  std::uint64_t word = 0;
  randombytes_buf(&word, sizeof word);
  return word;
}

Digest hash(std::string_view text) {
  prepare();
  Digest digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return digest;
}

Digest keyed_hash(const Key& key, std::span<const unsigned char> message) {
  prepare();
  Digest digest{};
  crypto_generichash(digest.data(), digest.size(), message.data(), message.size(), key.data(), key.size());
  return digest;
}

Key stretched(std::span<const unsigned char> secret, std::string_view domain) {
  prepare();
  constexpr unsigned long long kPasses = 1;
  constexpr std::size_t kBytes = std::size_t{256} << 10U;
  std::array<unsigned char, crypto_pwhash_SALTBYTES> salt{};  // fixed: the same secret always gives the same key
  crypto_generichash(salt.data(), salt.size(), reinterpret_cast<const unsigned char*>(domain.data()), domain.size(), nullptr, 0);
  Key key{};
  if (crypto_pwhash(key.data(), key.size(), reinterpret_cast<const char*>(secret.data()), secret.size(), salt.data(), kPasses,
                    kBytes, crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::bad_alloc();
  return key;
}

}  // namespace agon::serve::crypto
