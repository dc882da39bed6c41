// What came of one game. Three kinds of end:
//   finished   a terminal state: everybody has the goal the rules give; a role with none or several scores 0 and is counted
//   forfeit    players crashed, hung or could not be made: all their seats score 0, everybody else's 100
//   unfinished the step limit, a state without a legal move, a referee out of time or memory, a table at which nobody could be
//              seated: counted, and in no mean
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/tournament/schedule.h"

namespace agon::lab {

struct SeatResult {
  std::uint32_t player = 0;
  int goal = 0;             // 0..100, or -1 where the rules give none or several
  std::uint32_t moves = 0;  // turns in which there was a choice
  double seconds = 0;       // of thought, in all turns
  std::uint32_t illegal = 0;
  std::uint32_t late = 0;
  std::uint32_t errors = 0;  // moves for which the player gave up with an error
  bool crashed = false;      // or hung, or could not be made: the forfeit is down to this seat, and perhaps to others
  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct GameResult {
  static constexpr const char* kSchema = "agon.game-result/1";

  std::uint64_t id = 0;
  std::uint64_t round = 0;
  std::string game;
  std::uint64_t seed = 0;
  std::vector<SeatResult> seats;
  std::uint32_t length = 0;  // joint moves
  bool finished = false;
  std::string end;      // as in a match record, or "forfeit", or "failure" of the referee or of everybody
  std::string trouble;  // what went wrong first, in words
  double seconds = 0;   // wall clock, for the estimate of what is left
  friend bool operator==(const GameResult&, const GameResult&) = default;

  [[nodiscard]] bool forfeit() const;
  [[nodiscard]] bool counts() const { return finished || forfeit(); }
};

// A game about to be played: everything that is known before the first move.
[[nodiscard]] GameResult blank_result(const ScheduledGame& game, const std::string& name);
// Whether a result can have come of that game: the same players at the same table with the same seed, and goals that there are.
[[nodiscard]] bool came_of(const GameResult& blank, const GameResult& result);

// A game ends because of a seat; for several of them, once for each, and the first reason stays.
void forfeit(GameResult& result, std::size_t seat, std::string reason);
// A game ends because of nobody at the table.
void fail(GameResult& result, std::string reason);

// One line of games.jsonl; the strategies are there for whoever reads the file alone.
[[nodiscard]] nlohmann::ordered_json to_json(const GameResult& result, const std::vector<std::string>& strategies);
[[nodiscard]] Result<GameResult> game_result_from_json(const std::string& line);

}  // namespace agon::lab
