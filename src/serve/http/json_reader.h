// Reading JSON that strangers sent, in linear time: a SAX pass counts keys, values and nesting, and refuses before anything is
// built.
//
// Json keeps its fields in the order of insertion and looks keys up by linear search, so an object of n keys costs n^2 comparisons:
// 60,000 keys in half a megabyte took 6.6 s. With a bound on the keys of one object the cost is linear in the text.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "serve/json_fwd.h"

namespace agon::serve {

// The length of strings other than keys is bounded by that of the body (ServerOptions::body_bytes).
struct JsonLimits {
  std::size_t depth = 64;
  std::size_t keys_per_object = 64;
  std::size_t keys = 10'000;
  std::size_t values = 200'000;  // of any kind, objects and arrays included
  std::size_t key_bytes = 256;
};

// A match record has a few objects for each of up to 10,000 steps.
inline constexpr JsonLimits kRecordLimits{.keys = 400'000, .values = 1'000'000};

// An order whose tree is so small that the event loop may look through it and let go of it.
inline constexpr JsonLimits kSmallJson{.keys = 1'000, .values = 1'000};

// Well-formed and within the limits.
[[nodiscard]] Status check_json(std::string_view text, const JsonLimits& limits = {});
// A JSON object within the limits.
[[nodiscard]] Result<Json> parse_object(std::string_view text, const JsonLimits& limits = {});

}  // namespace agon::serve
