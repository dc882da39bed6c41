// Bearer tokens: who holds one may do what it stands for. And the ids of matches, which are no secret.
#pragma once

#include <string>
#include <string_view>

namespace agon::serve {

// 130 bits from the system's source of randomness, as 26 letters and digits.
[[nodiscard]] std::string new_token();
// 50 bits, as 10 letters and digits: short enough to be said aloud, long enough not to be met twice.
[[nodiscard]] std::string new_id();

// Compares in constant time, against timing attacks. An empty token equals nothing.
[[nodiscard]] bool same_token(std::string_view a, std::string_view b);

// What is kept of a token, in memory and in the store: "blake2b:" and 64 hexadecimal digits. A token has 130 random bits, so no
// salt and no stretching is needed. An empty token has an empty hash.
[[nodiscard]] std::string token_hash(std::string_view token);
// Whether this is the token with that hash. An empty token opens nothing.
[[nodiscard]] bool token_opens(std::string_view token, std::string_view hash);

}  // namespace agon::serve
