// Fields of requests that several handlers read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "serve/http/message.h"
#include "serve/match/match.h"

namespace agon::serve {

// The roles whose tokens the request shows.
[[nodiscard]] inline std::vector<std::uint32_t> held_by(const Match& match, const Request& request) {
  return match.roles_of({request.token});
}

// Nothing where it is no number, or a very large one.
[[nodiscard]] inline std::optional<std::size_t> whole_number(const std::string& text) {
  if (text.empty() || text.size() > 8 || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  return std::stoul(text);
}

}  // namespace agon::serve
