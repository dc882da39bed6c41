// Tokens: who holds one may do what it stands for. And the ids of matches, which are no secret.
#pragma once

#include <string>
#include <string_view>

namespace agon::serve {

// 128 bits from the system's source of randomness, as 26 letters and digits.
[[nodiscard]] std::string new_token();
// 50 bits, as 10 letters and digits: short enough to be said aloud, long enough not to be met twice.
[[nodiscard]] std::string new_id();

// Takes the same time wherever the texts differ. An empty token equals nothing.
[[nodiscard]] bool same_token(std::string_view a, std::string_view b);

}  // namespace agon::serve
