// The configuration of a match as JSON: read from an order (agon.new_match/1), written to the log and read back from it.
#pragma once

#include "base/result.h"
#include "serve/json_fwd.h"
#include "serve/match/log/spec.h"

namespace agon::serve {

// For the log: everything; of tokens their hashes.
[[nodiscard]] Json to_json(const MatchSpec& spec);
// Throws Json::exception on what was not written by to_json.
[[nodiscard]] MatchSpec match_spec_from_json(const Json& json);

// The limits of an order that a page or a program sends.
struct OrderLimits {
  double most_clock = 86'400;
  std::size_t text = 200;  // of titles and names
  std::size_t strategy = 2'000;
  std::size_t seats = 64;
};
// Reads agon.new_match/1 without the rules and roles, which the caller finds; seats are as given, in role order without random.
[[nodiscard]] Result<MatchSpec> read_order(const Json& order, const OrderLimits& limits = {});

}  // namespace agon::serve
