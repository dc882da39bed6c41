// A generator of random rule sheets: small games made to be hard on an engine. Relations come in groups; a rule uses its own group
// only positively and lower groups freely, so every sheet is stratified. Bodies are made before heads, and tests only use variables
// that are bound or local to one `not`, so every rule is safe. Each argument has a greatest term depth, so every relation is
// finite.
//
// Four styles of groups share a sheet: mixed rules; dense networks of small mutually recursive relations (nested cycles, tables
// that are decided early while others wait for them); paths in a graph, in all recursion schemes; and switched networks, where a
// cycle depends on conditions that only a late iteration makes true.
#pragma once

#include <cstdint>
#include <string>

namespace agon::property {

// The same seed gives the same text, in prefix KIF.
[[nodiscard]] std::string random_sheet(std::uint64_t seed);

}  // namespace agon::property
