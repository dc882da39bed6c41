#include "lab/match/game_result.h"

#include <gtest/gtest.h>

namespace agon::lab {
namespace {

GameResult blank(std::vector<std::uint32_t> seats) {
  return blank_result({.id = 3, .round = 1, .game = 0, .seats = std::move(seats), .seed = 17}, "nim");
}

std::vector<int> goals_of_seats(const GameResult& result) {
  std::vector<int> goals;
  for (const SeatResult& seat : result.seats) goals.push_back(seat.goal);
  return goals;
}

TEST(GameResult, ComesOfOneGameAlone) {
  const GameResult game = blank({0, 1});
  GameResult played = game;
  played.seats[0] = {.player = 0, .goal = 100, .moves = 4, .seconds = 0.5};
  played.seats[1].goal = -1;  // the rules give none
  played.finished = true;
  EXPECT_TRUE(came_of(game, played));
  const auto with = [&](auto change) {
    GameResult other = played;
    change(other);
    return came_of(game, other);
  };
  EXPECT_FALSE(with([](GameResult& r) { r.id = 4; }));
  EXPECT_FALSE(with([](GameResult& r) { r.round = 0; }));
  EXPECT_FALSE(with([](GameResult& r) { r.game = "tictactoe"; }));
  EXPECT_FALSE(with([](GameResult& r) { r.seed = 18; }));
  EXPECT_FALSE(with([](GameResult& r) { r.seats[1].player = 7; }));
  EXPECT_FALSE(with([](GameResult& r) { r.seats.pop_back(); }));
  EXPECT_FALSE(with([](GameResult& r) { r.seats.clear(); }));
  EXPECT_FALSE(with([](GameResult& r) { r.seats[0].goal = 101; }));
  EXPECT_FALSE(with([](GameResult& r) { r.seats[0].goal = -2; }));
}

// Whoever has a crashed seat loses with all of them, in whatever order they are named.
TEST(GameResult, SeveralCanForfeit) {
  GameResult result = blank({0, 1, 0, 2});
  forfeit(result, 1, "one is gone");
  EXPECT_EQ(goals_of_seats(result), (std::vector{100, 0, 100, 100}));
  forfeit(result, 2, "nought is gone");
  EXPECT_EQ(goals_of_seats(result), (std::vector{0, 0, 0, 100}));
  EXPECT_EQ(result.trouble, "one is gone");
  EXPECT_EQ(result.end, "forfeit");
  EXPECT_TRUE(result.counts());
}

TEST(GameResult, AFailureIsNobodys) {
  GameResult result = blank({0, 1});
  fail(result, "nobody came");
  EXPECT_FALSE(result.counts());
  EXPECT_EQ(result.end, "failure");
  EXPECT_EQ(result.trouble, "nobody came");
}

}  // namespace
}  // namespace agon::lab
