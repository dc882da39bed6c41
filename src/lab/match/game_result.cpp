#include "lab/match/game_result.h"
#include "base/json_integer.h"

#include <algorithm>

namespace agon::lab {
namespace {

using Json = nlohmann::ordered_json;

// A column over all seats: "goals":[100,0].
template <class Field>
Json column(const GameResult& result, Field SeatResult::*field) {
  Json values = Json::array();
  for (const SeatResult& seat : result.seats) values.push_back(seat.*field);
  return values;
}

template <class Field>
void read_column(const Json& json, const char* name, GameResult& result, Field SeatResult::*field) {
  const Json& values = json.at(name);
  for (std::size_t s = 0; s < result.seats.size(); ++s) result.seats[s].*field = values.at(s).get<Field>();
}

}  // namespace

bool GameResult::forfeit() const {
  return std::any_of(seats.begin(), seats.end(), [](const SeatResult& seat) { return seat.crashed; });
}

GameResult blank_result(const ScheduledGame& game, const std::string& name) {
  GameResult result;
  result.id = game.id;
  result.round = game.round;
  result.game = name;
  result.seed = game.seed;
  for (const std::uint32_t player : game.seats) result.seats.push_back({.player = player});
  return result;
}

bool came_of(const GameResult& blank, const GameResult& result) {
  if (result.id != blank.id || result.round != blank.round || result.game != blank.game || result.seed != blank.seed) return false;
  const auto same = [](const SeatResult& expected, const SeatResult& seat) {
    return seat.player == expected.player && seat.goal >= -1 && seat.goal <= 100;
  };
  return std::equal(blank.seats.begin(), blank.seats.end(), result.seats.begin(), result.seats.end(), same);
}

void forfeit(GameResult& result, std::size_t seat, std::string reason) {
  if (!result.forfeit()) result.trouble = std::move(reason);
  result.seats[seat].crashed = true;
  const auto lost = [&](std::uint32_t player) {
    return std::any_of(result.seats.begin(), result.seats.end(),
                       [&](const SeatResult& each) { return each.crashed && each.player == player; });
  };
  for (SeatResult& each : result.seats) each.goal = lost(each.player) ? 0 : 100;
  result.finished = false;
  result.end = "forfeit";
}

void fail(GameResult& result, std::string reason) {
  result.end = "failure";
  result.trouble = std::move(reason);
}

Json to_json(const GameResult& result, const std::vector<std::string>& strategies) {
  Json names = Json::array();
  for (const SeatResult& seat : result.seats) names.push_back(strategies[seat.player]);
  Json json{{"schema", GameResult::kSchema},
            {"id", result.id},
            {"round", result.round},
            {"game", result.game},
            {"seed", result.seed},
            {"seats", column(result, &SeatResult::player)},
            {"strategies", std::move(names)},
            {"goals", column(result, &SeatResult::goal)},
            {"finished", result.finished},
            {"end", result.end},
            {"length", result.length},
            {"moves", column(result, &SeatResult::moves)},
            {"seconds", column(result, &SeatResult::seconds)},
            {"illegal", column(result, &SeatResult::illegal)},
            {"late", column(result, &SeatResult::late)},
            {"errors", column(result, &SeatResult::errors)},
            {"crashed", column(result, &SeatResult::crashed)},
            {"wall_seconds", result.seconds}};
  if (!result.trouble.empty()) json["trouble"] = result.trouble;
  return json;
}

Result<GameResult> game_result_from_json(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("schema") != GameResult::kSchema) return bad_input("bad-game-line", "the line has another schema");
    GameResult result;
    result.id = json_integer_at<std::uint64_t>(json, "id");
    result.round = json_integer_at<std::uint64_t>(json, "round");
    result.game = json.at("game").get<std::string>();
    result.seed = json_integer_at<std::uint64_t>(json, "seed");
    result.seats.resize(json.at("seats").size());
    read_column(json, "seats", result, &SeatResult::player);
    read_column(json, "goals", result, &SeatResult::goal);
    read_column(json, "moves", result, &SeatResult::moves);
    read_column(json, "seconds", result, &SeatResult::seconds);
    read_column(json, "illegal", result, &SeatResult::illegal);
    read_column(json, "late", result, &SeatResult::late);
    read_column(json, "errors", result, &SeatResult::errors);
    read_column(json, "crashed", result, &SeatResult::crashed);
    result.finished = json.at("finished").get<bool>();
    result.end = json.at("end").get<std::string>();
    result.length = json_integer_at<std::uint32_t>(json, "length");
    result.seconds = json.at("wall_seconds").get<double>();
    result.trouble = json.value("trouble", std::string());
    return result;
  } catch (const Json::exception& problem) {
    return bad_input("bad-game-line", problem.what());
  }
}

}  // namespace agon::lab
