#include "lab/match/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace agon::lab {
namespace {

using testing::ElementsAre;
using Seats = std::vector<std::uint32_t>;

std::vector<Seats> seatings(const Schedule& schedule) {
  std::vector<Seats> result;
  for (std::uint64_t id = 0; id < schedule.size(); ++id) result.push_back(schedule[id].seats);
  return result;
}

TEST(Schedule, TwoSeatsAreTheTwoColours) {
  EXPECT_THAT(seatings(Schedule({.players = 2, .seats = {2}, .rounds = 2})),
              ElementsAre(Seats{0, 1}, Seats{1, 0}, Seats{0, 1}, Seats{1, 0}));
}

// Six of the eight ways to put two strategies on three seats; in each pair of games everybody sits on every seat once.
TEST(Schedule, ThreeSeatsAreMixed) {
  const std::vector<Seats> all = seatings(Schedule({.players = 2, .seats = {3}}));
  EXPECT_THAT(all, ElementsAre(Seats{0, 0, 1}, Seats{1, 1, 0}, Seats{0, 1, 0}, Seats{1, 0, 1}, Seats{0, 1, 1}, Seats{1, 0, 0}));
}

TEST(Schedule, EveryEvenNumberOfGamesIsBalanced) {
  for (const std::uint32_t seats : {2U, 3U, 4U, 6U, 9U, 80U}) {
    const Schedule schedule({.players = 2, .seats = {seats}, .rounds = 3});
    std::vector<int> first(seats, 0);
    for (std::uint64_t id = 0; id < schedule.size(); ++id) {
      const Seats now = schedule[id].seats;
      EXPECT_EQ(std::set<std::uint32_t>(now.begin(), now.end()).size(), 2U);
      for (std::uint32_t s = 0; s < seats; ++s) first[s] += now[s] == 0 ? 1 : -1;
      if (id % 2 == 1) {
        EXPECT_THAT(first, testing::Each(0)) << seats << " seats, game " << id;
      }
    }
  }
}

TEST(Schedule, RoundRobinMeetsEverybodyInEveryGame) {
  const Schedule schedule({.players = 4, .seats = {2, 3, 2}, .rounds = 2});
  EXPECT_EQ(schedule.size(), 2U * 6 * (2 + 6 + 2));
  std::map<std::pair<std::uint32_t, std::set<std::uint32_t>>, int> meetings;
  for (std::uint64_t id = 0; id < schedule.size(); ++id) {
    const ScheduledGame game = schedule[id];
    EXPECT_EQ(game.id, id);
    EXPECT_EQ(game.seats.size(), schedule.options().seats[game.game]);
    ++meetings[{game.game, {game.seats.begin(), game.seats.end()}}];
  }
  EXPECT_EQ(meetings.size(), 3U * 6);
  for (const auto& [key, count] : meetings) EXPECT_EQ(count, key.first == 1 ? 12 : 4);
}

TEST(Schedule, GauntletIsTheFirstAgainstTheRest) {
  const Schedule schedule({.players = 4, .seats = {2}, .pairing = Pairing::Gauntlet});
  ASSERT_EQ(schedule.size(), 6U);
  for (const Seats& seats : seatings(schedule)) EXPECT_EQ(std::count(seats.begin(), seats.end(), 0U), 1);
}

TEST(Schedule, TogetherRotates) {
  EXPECT_THAT(seatings(Schedule({.players = 3, .seats = {3}, .pairing = Pairing::Together})),
              ElementsAre(Seats{0, 1, 2}, Seats{1, 2, 0}, Seats{2, 0, 1}));
}

TEST(Schedule, AloneEverybodyHasTheSameLuck) {
  const Schedule schedule({.players = 3, .seats = {1}, .rounds = 2, .seed = 10});
  ASSERT_EQ(schedule.size(), 6U);
  EXPECT_EQ(schedule[0].seed, 10U);
  EXPECT_EQ(schedule[2].seed, 10U);
  EXPECT_EQ(schedule[3].seed, 11U);
  EXPECT_EQ(schedule[4].seats, Seats{1});
}

TEST(Schedule, MoreRoundsChangeNoGame) {
  const Schedule few({.players = 3, .seats = {2, 1, 3}, .rounds = 2, .seed = 7});
  const Schedule many({.players = 3, .seats = {2, 1, 3}, .rounds = 5, .seed = 7});
  for (std::uint64_t id = 0; id < few.size(); ++id) EXPECT_EQ(few[id], many[id]);
  EXPECT_EQ(Schedule({.players = 2, .seats = {2}, .rounds = 50, .most = 99}).size(), 99U);
}

}  // namespace
}  // namespace agon::lab
