#include "serve/tokens.h"

#include <fmt/format.h>
#include <sodium.h>

#include "serve/crypto.h"

namespace agon::serve {
namespace {

// Crockford's base 32: no letter that looks like a digit.
constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

std::string random_text(std::size_t letters) {
  crypto::prepare();
  std::string text;
  for (std::size_t i = 0; i < letters; ++i) text += kAlphabet[randombytes_uniform(static_cast<std::uint32_t>(kAlphabet.size()))];
  return text;
}

}  // namespace

std::string new_token() { return random_text(26); }
std::string new_id() { return random_text(10); }

bool same_token(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() && !a.empty() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ (b.empty() ? '\0' : b[i % b.size()]));
  return difference == 0;
}

std::string token_hash(std::string_view token) {
  return token.empty() ? std::string() : fmt::format("blake2b:{:02x}", fmt::join(crypto::hash(token), ""));
}

bool token_opens(std::string_view token, std::string_view hash) { return same_token(token_hash(token), hash); }

}  // namespace agon::serve
