#include "lab/tournament/schedule.h"

#include <algorithm>

#include "base/assert.h"
#include "lab/match/seeds.h"

namespace agon::lab {
namespace {

// All mixtures of two players on so many seats: 2^seats - 2.
std::uint64_t mixtures(std::uint32_t seats) {
  return seats >= 7 ? kMostSeatings : std::min(kMostSeatings, (std::uint64_t{1} << seats) - 2);
}

}  // namespace

const char* to_string(Pairing pairing) {
  switch (pairing) {
    case Pairing::RoundRobin: return "round-robin";
    case Pairing::Gauntlet: return "gauntlet";
    case Pairing::Together: return "together";
  }
  return "";
}

Schedule::Schedule(ScheduleOptions options) : options_(std::move(options)) {
  const std::uint32_t players = options_.players;
  for (std::uint32_t game = 0; game < options_.seats.size(); ++game) {
    const std::uint32_t seats = options_.seats[game];
    AGON_ASSERT(seats > 0);
    if (seats == 1) {
      for (std::uint32_t p = 0; p < players; ++p) add(game, p, p, 1);
    } else if (options_.pairing == Pairing::Together) {
      AGON_ASSERT(seats == players);
      add(game, 0, 0, seats);
    } else {
      const std::uint32_t firsts = options_.pairing == Pairing::Gauntlet ? 1 : players;
      for (std::uint32_t a = 0; a < firsts; ++a) {
        for (std::uint32_t b = a + 1; b < players; ++b) add(game, a, b, mixtures(seats));
      }
    }
  }
  size_ = per_round_ * options_.rounds;
  if (options_.most) size_ = std::min(size_, *options_.most);
}

void Schedule::add(std::uint32_t game, std::uint32_t first, std::uint32_t second, std::uint64_t seatings) {
  round_.push_back({game, first, second, per_round_, seatings});
  per_round_ += seatings;
}

// Seat 0 belongs to the first player in even seatings; the mixtures of the other seats count up in binary, and odd seatings swap
// the players. Three seats: AAB BBA ABA BAB ABB BAA.
std::vector<std::uint32_t> Schedule::seating(const Meeting& meeting, std::uint64_t index) const {
  const std::uint32_t seats = options_.seats[meeting.game];
  if (seats == 1) return {meeting.first};
  std::vector<std::uint32_t> result(seats);
  if (options_.pairing == Pairing::Together) {
    for (std::uint32_t s = 0; s < seats; ++s) result[s] = static_cast<std::uint32_t>((s + index) % seats);
    return result;
  }
  const std::uint64_t patterns = (std::uint64_t{1} << std::min(seats - 1, 62U)) - 1;
  const std::uint64_t pattern = index / 2 % patterns + 1;
  for (std::uint32_t s = 0; s < seats; ++s) {
    const std::uint32_t bit = seats - 1 - s;
    const bool second = (bit < 63 && (pattern >> bit & 1U) != 0) != (index % 2 == 1);
    result[s] = second ? meeting.second : meeting.first;
  }
  return result;
}

ScheduledGame Schedule::operator[](std::uint64_t id) const {
  AGON_ASSERT(id < size_);
  ScheduledGame result;
  result.id = id;
  result.round = id / per_round_;
  const std::uint64_t offset = id % per_round_;
  const auto after = std::upper_bound(round_.begin(), round_.end(), offset,
                                      [](std::uint64_t at, const Meeting& meeting) { return at < meeting.begin; });
  const Meeting& meeting = *std::prev(after);
  result.game = meeting.game;
  const std::uint64_t index = result.round * meeting.seatings + (offset - meeting.begin);
  result.seats = seating(meeting, index);
  if (result.seats.size() == 1) {
    // Alone, everybody gets the same luck: the scores are compared round by round.
    result.seed = result.dice = derived_seed("round", options_.seed, result.round);
    return result;
  }
  const bool mirrored = options_.pairing != Pairing::Together && index % 2 == 1;
  result.seed = derived_seed("game", options_.seed, id);
  result.dice = derived_seed("dice", options_.seed, mirrored ? id - 1 : id);
  return result;
}

}  // namespace agon::lab
