#include "serve/tokens.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <span>
#include <system_error>

namespace agon::serve {
namespace {

// Crockford's base 32: no letter that looks like a digit.
constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

std::string random_text(std::size_t letters) {
  std::array<unsigned char, 32> bytes{};
  std::span<unsigned char> rest(bytes.data(), letters);
  while (!rest.empty()) {
    const ssize_t got = getrandom(rest.data(), rest.size(), 0);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
    if (got > 0) rest = rest.subspan(static_cast<std::size_t>(got));
  }
  std::string text;
  for (std::size_t i = 0; i < letters; ++i) text += kAlphabet[bytes[i] % kAlphabet.size()];
  return text;
}

}  // namespace

std::string new_token() { return random_text(26); }
std::string new_id() { return random_text(10); }

bool same_token(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() && !a.empty() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ (b.empty() ? '\0' : b[i % b.size()]));
  return difference == 0;
}

}  // namespace agon::serve
