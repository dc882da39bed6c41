// Who sits where in which game: a numbered list that one seed and a few counts decide, so that a run can be cut off and taken up
// again.
//
// Two strategies meet in every mixture of seats. With two seats these are the two colours; with three, the six of the eight
// seatings in which both sit at the table, as in the comparisons of the literature. A seating and its mirror image follow each
// other, so that every even number of games is balanced, and throw the same dice: what luck gives to one it gives to the other.
// Games of one player need no opponent: everybody plays alone with the same luck, and the scores are compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::lab {

enum class Pairing : std::uint8_t {
  RoundRobin,  // everybody against everybody
  Gauntlet,    // the first against everybody else
  Together,    // all at one table, as many as there are seats; seats rotate
};
[[nodiscard]] const char* to_string(Pairing pairing);

struct ScheduledGame {
  std::uint64_t id = 0;
  std::uint64_t round = 0;
  std::uint32_t game = 0;            // index into the games of the tournament
  std::vector<std::uint32_t> seats;  // player of each seat
  std::uint64_t seed = 0;            // of the players; below 2^53
  std::uint64_t dice = 0;            // seed of chance; below 2^53
  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

struct ScheduleOptions {
  std::uint32_t players = 2;
  std::vector<std::uint32_t> seats;  // of each game, without the random role; at least one
  Pairing pairing = Pairing::RoundRobin;
  std::uint64_t rounds = 1;                          // in a round every pairing meets in every game, with every seating
  std::optional<std::uint64_t> most = std::nullopt;  // cut the list after so many games
  std::uint64_t seed = 1;
};

// Six seats can be mixed in 62 ways; with more of them a round takes 62 mixtures, and the next round goes on from there.
inline constexpr std::uint64_t kMostSeatings = 62;

class Schedule {
 public:
  // Precondition for Together: as many seats as players in each game.
  explicit Schedule(ScheduleOptions options);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t per_round() const { return per_round_; }
  // A game's number says everything about it; more rounds append games and change none.
  [[nodiscard]] ScheduledGame operator[](std::uint64_t id) const;
  [[nodiscard]] const ScheduleOptions& options() const { return options_; }

 private:
  struct Meeting {  // the seatings of one pairing in one game, within a round
    std::uint32_t game = 0;
    std::uint32_t first = 0, second = 0;  // players
    std::uint64_t begin = 0;              // offset in the round
    std::uint64_t seatings = 0;
  };
  [[nodiscard]] std::vector<std::uint32_t> seating(const Meeting& meeting, std::uint64_t index) const;
  void add(std::uint32_t game, std::uint32_t first, std::uint32_t second, std::uint64_t seatings);

  ScheduleOptions options_;
  std::vector<Meeting> round_;
  std::uint64_t per_round_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace agon::lab
