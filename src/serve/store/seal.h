// Checksums of what the store keeps. The events of a match form a hash chain: the seal of each covers the event and the seal before
// it, so a changed, missing or exchanged event is found, and the seal of the last one (kept apart) finds a missing tail.
//
// XXH3 finds accidents: flipped bits, lost pages, files put together wrongly. It is no protection against somebody who can write to
// the file and computes new seals.
#pragma once

#include <cstdint>

#include "serve/store/rows.h"

namespace agon::serve {

using Seal = std::int64_t;  // as SQLite keeps integers

inline constexpr Seal kFirstSeal = 0;  // before the first event of a match

[[nodiscard]] Seal seal_of(Seal previous, const Event& event);  // its id does not count
[[nodiscard]] Seal seal_of(const MatchRow& row);
[[nodiscard]] Seal seal_of(const TournamentRow& row);

// The seal of all events together; their order does not matter.
[[nodiscard]] constexpr Seal sum_of(Seal a, Seal b) {
  return static_cast<Seal>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace agon::serve
