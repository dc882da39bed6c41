// A tournament as one JSON object.
#include <cmath>

#include "lab/tournament/tournament_report.h"

namespace agon::lab {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json range(const Estimate& e) { return {number(e.low), number(e.high)}; }

// "score": 61.2, "interval": [54.1, 67.8]; null where there is nothing to tell.
void put(Json& json, const char* name, const char* interval, const std::optional<Estimate>& e) {
  json[name] = e ? number(e->value) : Json();
  json[interval] = e ? range(*e) : Json();
}

Json to_json(const PlayerSummary& player) {
  Json json{{"strategy", player.strategy}, {"games", player.games}};
  put(json, "score", "interval", player.goal);
  json["wins"] = player.wins;
  json["draws"] = player.draws;
  json["losses"] = player.losses;
  put(json, "points", "points_interval", player.score);
  put(json, "elo", "elo_interval", player.score ? std::optional(player.elo) : std::nullopt);
  put(json, "seconds_per_move", "seconds_interval", player.seconds_per_move);
  json["illegal"] = player.illegal;
  json["late"] = player.late;
  json["errors"] = player.errors;
  json["crashes"] = player.crashes;
  json["missing_goals"] = player.missing_goals;
  if (!player.trouble.empty()) json["trouble"] = player.trouble;
  return json;
}

Json to_json(const PairScore& pair) {
  Json json{{"players", {pair.a, pair.b}}, {"wins", pair.wins}, {"draws", pair.draws}, {"losses", pair.losses}};
  put(json, "points", "points_interval", pair.score());
  put(json, "elo", "elo_interval", pair.elo());
  return json;
}

Json to_json(const GameSummary& game) {
  Json json{{"game", game.name}, {"games", game.games}, {"unfinished", game.unfinished}};
  if (!game.trouble.empty()) json["trouble"] = game.trouble;
  put(json, "length", "length_interval", game.length);
  const auto list = [](const std::vector<std::optional<Estimate>>& goals) {
    Json all = Json::array();
    for (const auto& goal : goals) {
      Json one;
      put(one, "score", "interval", goal);
      all.push_back(std::move(one));
    }
    return all;
  };
  json["players"] = list(game.player_goals);
  json["roles"] = game.seats;
  json["by_role"] = list(game.seat_goals);
  return json;
}

Json to_json(const Sprt& test) {
  return {{"elo0", test.options.elo0}, {"elo1", test.options.elo1}, {"alpha", test.options.alpha},
          {"beta", test.options.beta}, {"ratio", test.ratio},       {"lower", test.lower},
          {"upper", test.upper},       {"samples", test.samples},   {"verdict", to_string(test.verdict)}};
}

}  // namespace

Json to_json(const Tournament& tournament, const char* schema) {
  const TournamentConfig& config = tournament.config;
  const Summary& summary = tournament.summary;
  Json json{{"schema", schema}};
  if (config.games.size() == 1) json["game"] = config.games.front().name();
  json["engine"] = config.engine;
  json["seed"] = config.seed;
  json["games"] = summary.played;
  json["scheduled"] = summary.scheduled;
  json["unfinished"] = summary.unfinished;
  json["start_time"] = static_cast<double>(config.clock.start.count()) / 1000;
  json["time"] = static_cast<double>(config.clock.play.count()) / 1000;
  json["pairing"] = to_string(config.pairing);
  json["players"] = Json::array();
  for (const PlayerSummary& player : summary.players) json["players"].push_back(to_json(player));
  json["pairs"] = Json::array();
  for (const PairScore& pair : summary.pairs) json["pairs"].push_back(to_json(pair));
  json["by_game"] = Json::array();
  for (const GameSummary& game : summary.games) json["by_game"].push_back(to_json(game));
  json["assumed_draws"] = summary.assumed_draws;
  if (summary.sprt) json["sprt"] = to_json(*summary.sprt);
  return json;
}

}  // namespace agon::lab
