#include "game/match_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json_integer.h"

namespace agon::game {
using Json = nlohmann::ordered_json;

namespace {

template <class T, class Write>
Json nullable(const std::vector<std::optional<T>>& values, Write write) {
  Json list = Json::array();
  for (const std::optional<T>& value : values) list.push_back(value ? Json(write(*value)) : Json(nullptr));
  return list;
}

template <class T, class Read>
std::vector<std::optional<T>> nullable_from(const Json& list, Read read) {
  std::vector<std::optional<T>> values;
  for (const Json& value : list) values.push_back(value.is_null() ? std::nullopt : std::optional<T>(read(value)));
  return values;
}

Json to_json(const MatchThought& thought) {
  Json json{{"value", thought.value}};
  if (thought.visits > 0) json["visits"] = thought.visits;
  if (!thought.best.empty()) json["best"] = thought.best;
  return json;
}

MatchThought thought_from(const Json& json) {
  return {json.at("value").get<double>(), json_integer_or<std::uint64_t>(json, "visits", 0), json.value("best", "")};
}

Json to_json(const MatchFault& fault) {
  return {{"role", fault.role}, {"kind", fault.kind}, {"said", fault.said}, {"played", fault.played}, {"note", fault.note}};
}

MatchFault fault_from(const Json& json, std::size_t roles) {
  const auto role = json_integer_at<std::size_t>(json, "role");
  if (role >= roles) throw Json::out_of_range::create(401, "a fault of a role that does not exist", &json);
  return {role, json.at("kind").get<std::string>(), json.value("said", ""), json.value("played", ""), json.value("note", "")};
}

Json to_json(const MatchStep& step) {
  Json json;
  json["moves"] = step.moves;
  if (!step.percepts.empty()) json["percepts"] = step.percepts;
  if (step.at != 0) json["at"] = step.at;
  if (!step.seconds.empty()) json["seconds"] = nullable(step.seconds, [](double value) { return value; });
  if (!step.thoughts.empty()) json["thoughts"] = nullable(step.thoughts, [](const MatchThought& value) { return to_json(value); });
  for (const MatchFault& fault : step.faults) json["faults"].push_back(to_json(fault));
  return json;
}

double clock_from(const Json& json) {
  constexpr double kLongest = 1e6;  // seconds
  const auto seconds = json.get<double>();
  if (!(seconds >= 0 && seconds <= kLongest)) throw Json::out_of_range::create(401, "a clock out of range", &json);
  return seconds;
}

std::int64_t time_from(const Json& json, const char* name) {
  const auto time = json_integer_or<std::int64_t>(json, name, 0);
  if (time < 0) throw Json::out_of_range::create(401, "a time before 1970", &json);
  return time;
}

MatchStep step_from(const Json& json, std::size_t roles) {
  MatchStep step;
  step.moves = json.at("moves").get<std::vector<std::string>>();
  if (json.contains("percepts")) step.percepts = json["percepts"].get<std::vector<std::vector<std::string>>>();
  step.at = time_from(json, "at");
  if (json.contains("seconds"))
    step.seconds = nullable_from<double>(json["seconds"], [](const Json& value) { return value.get<double>(); });
  if (json.contains("thoughts")) step.thoughts = nullable_from<MatchThought>(json["thoughts"], thought_from);
  if (json.contains("faults")) {
    for (const Json& fault : json["faults"]) step.faults.push_back(fault_from(fault, roles));
  }
  for (const std::size_t count : {step.seconds.size(), step.thoughts.size()}) {
    if (count != 0 && count != roles) throw Json::out_of_range::create(401, "a list of a step has not one entry a role", &json);
  }
  return step;
}

std::vector<int> integers_from(const Json& list) {
  std::vector<int> values;
  for (const Json& value : list) values.push_back(json_integer_or_throw<int>(value, "goals"));
  return values;
}

}  // namespace

std::string to_json(const MatchRecord& record, int indent) {
  Json json;
  json["schema"] = MatchRecord::kSchema;
  json["game"] = record.game;
  json["rules"] = record.rules_id;
  json["engine"] = record.engine;
  json["seed"] = record.seed;
  json["roles"] = record.roles;
  json["players"] = record.players;
  if (record.clocks) json["clocks"] = {{"start", record.clocks->start}, {"play", record.clocks->play}};
  if (record.started_at != 0) json["started_at"] = record.started_at;
  json["finished"] = record.finished;
  json["end"] = record.end;
  json["goals"] = record.goals;
  if (!record.goal_values.empty()) json["goal_values"] = record.goal_values;
  json["final_state"] = record.final_state;
  if (!record.legal.empty()) json["legal"] = record.legal;
  Json steps = Json::array();
  for (const MatchStep& step : record.steps) steps.push_back(to_json(step));
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
    record.seed = json_integer_at<std::uint64_t>(json, "seed");
    record.roles = json.at("roles").get<std::vector<std::string>>();
    record.players = json.at("players").get<std::vector<std::string>>();
    record.finished = json.at("finished").get<bool>();
    record.end = json.at("end").get<std::string>();
    record.goals = integers_from(json.at("goals"));
    if (json.contains("goal_values")) {
      for (const Json& values : json["goal_values"]) record.goal_values.push_back(integers_from(values));
    }
    if (json.contains("clocks")) record.clocks = {clock_from(json["clocks"].at("start")), clock_from(json["clocks"].at("play"))};
    record.started_at = time_from(json, "started_at");
    record.final_state = json.at("final_state").get<std::string>();
    if (json.contains("legal")) record.legal = json["legal"].get<std::vector<std::vector<std::string>>>();
    record.rules_text = json.at("rules_text").get<std::string>();
    for (const Json& entry : json.at("steps")) record.steps.push_back(step_from(entry, record.roles.size()));
    return record;
  } catch (const nlohmann::json::exception& problem) {
    return bad_input("bad-match-record", fmt::format("the match record cannot be read: {}", problem.what()),
                     "was the file cut short or edited by hand?");
  }
}

}  // namespace agon::game
