#include "game/match_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace agon::game {
using Json = nlohmann::ordered_json;

std::string to_json(const MatchRecord& record, int indent) {
  Json json;
  json["schema"] = MatchRecord::kSchema;
  json["game"] = record.game;
  json["rules"] = record.rules_id;
  json["engine"] = record.engine;
  json["seed"] = record.seed;
  json["roles"] = record.roles;
  json["players"] = record.players;
  json["finished"] = record.finished;
  json["end"] = record.end;
  json["goals"] = record.goals;
  json["final_state"] = record.final_state;
  if (!record.legal.empty()) json["legal"] = record.legal;
  Json steps = Json::array();
  for (const MatchStep& step : record.steps) {
    Json entry;
    entry["moves"] = step.moves;
    if (!step.percepts.empty()) entry["percepts"] = step.percepts;
    steps.push_back(std::move(entry));
  }
  json["steps"] = std::move(steps);
  json["rules_text"] = record.rules_text;
  return json.dump(indent);
}

Result<MatchRecord> match_record_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || json.value("schema", "") != MatchRecord::kSchema) {
      return bad_input("not-a-match-record", fmt::format("this is no match record of schema {}", MatchRecord::kSchema),
                       "records are written by 'agon match --record FILE' and 'agon playout --record FILE'");
    }
    MatchRecord record;
    record.game = json.at("game").get<std::string>();
    record.rules_id = json.at("rules").get<std::string>();
    record.engine = json.at("engine").get<std::string>();
    record.seed = json.at("seed").get<std::uint64_t>();
    record.roles = json.at("roles").get<std::vector<std::string>>();
    record.players = json.at("players").get<std::vector<std::string>>();
    record.finished = json.at("finished").get<bool>();
    record.end = json.at("end").get<std::string>();
    record.goals = json.at("goals").get<std::vector<int>>();
    record.final_state = json.at("final_state").get<std::string>();
    if (json.contains("legal")) record.legal = json["legal"].get<std::vector<std::vector<std::string>>>();
    record.rules_text = json.at("rules_text").get<std::string>();
    for (const Json& entry : json.at("steps")) {
      MatchStep step;
      step.moves = entry.at("moves").get<std::vector<std::string>>();
      if (entry.contains("percepts")) step.percepts = entry["percepts"].get<std::vector<std::vector<std::string>>>();
      record.steps.push_back(std::move(step));
    }
    return record;
  } catch (const nlohmann::json::exception& problem) {
    return bad_input("bad-match-record", fmt::format("the match record cannot be read: {}", problem.what()),
                     "was the file cut short or edited by hand?");
  }
}

}  // namespace agon::game
