// Random rule sheets: small games made to be hard on an engine. Relations come in groups; a rule uses its own group only positively
// and lower groups as it likes, so every sheet is stratified. Bodies are made before heads, and tests only use variables that
// have a value or are local to one `not`, so every rule is safe. Each argument has a greatest term depth, so every relation is
// finite.
//
// Four styles of groups share a sheet: mixed rules; dense networks of small relations that prove each other (cycles in
// cycles, tables that are decided early while others wait for them); paths in a graph, in all recursion schemes; and switched
// networks, where a cycle hangs on conditions that only a late round makes true.
#pragma once

#include <cstdint>
#include <string>

namespace agon::property {

// The same seed gives the same text, in prefix KIF.
[[nodiscard]] std::string random_sheet(std::uint64_t seed);

}  // namespace agon::property
