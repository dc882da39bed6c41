#include "lab/tournament/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_EQ(schedule[2].seed, schedule[0].seed);
  EXPECT_NE(schedule[3].seed, schedule[0].seed);
  EXPECT_EQ(schedule[5].seed, schedule[3].seed);
  for (std::uint64_t id = 0; id < schedule.size(); ++id) EXPECT_EQ(schedule[id].dice, schedule[id].seed);
  EXPECT_EQ(schedule[4].seats, Seats{1});
}

// The two players of a seating change places and throw the same dice; no other games do.
TEST(Schedule, MirrorImagesThrowTheSameDice) {
  const Schedule schedule({.players = 3, .seats = {2, 1, 3}, .rounds = 3});
  std::map<std::uint64_t, std::vector<ScheduledGame>> by_dice;
  for (std::uint64_t id = 0; id < schedule.size(); ++id) {
    if (schedule[id].seats.size() > 1) by_dice[schedule[id].dice].push_back(schedule[id]);
  }
  EXPECT_EQ(by_dice.size(), 3U * 3 * (2 + 6) / 2);
  for (const auto& [dice, games] : by_dice) {
    ASSERT_EQ(games.size(), 2U);
    EXPECT_NE(games[0].seed, games[1].seed);
    EXPECT_EQ(games[0].game, games[1].game);
    for (std::size_t s = 0; s < games[0].seats.size(); ++s) EXPECT_NE(games[0].seats[s], games[1].seats[s]);
  }
  const Schedule together({.players = 3, .seats = {3}, .pairing = Pairing::Together});
  EXPECT_NE(together[0].dice, together[1].dice);  // a rotation is no mirror image
}

TEST(Schedule, NeighbouringSeedsShareNoGame) {
  std::set<std::uint64_t> seeds, dice;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Schedule schedule({.players = 2, .seats = {2}, .rounds = 50, .seed = seed});
    for (std::uint64_t id = 0; id < schedule.size(); ++id) {
      const ScheduledGame game = schedule[id];
      EXPECT_TRUE(seeds.insert(game.seed).second) << seed << " " << id;
      dice.insert(game.dice);
      EXPECT_LT(std::max(game.seed, game.dice), std::uint64_t{1} << 53U);  // a double keeps it exact
    }
  }
  EXPECT_EQ(dice.size(), seeds.size() / 2);
}

TEST(Schedule, MoreRoundsChangeNoGame) {
  const Schedule few({.players = 3, .seats = {2, 1, 3}, .rounds = 2, .seed = 7});
  const Schedule many({.players = 3, .seats = {2, 1, 3}, .rounds = 5, .seed = 7});
  for (std::uint64_t id = 0; id < few.size(); ++id) EXPECT_EQ(few[id], many[id]);
  EXPECT_EQ(Schedule({.players = 2, .seats = {2}, .rounds = 50, .most = 99}).size(), 99U);
}

}  // namespace
}  // namespace agon::lab
