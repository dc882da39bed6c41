#include <fmt/format.h>

#include "serve/json.h"
#include "serve/records/public_record.h"
#include "serve/records/record_terms.h"

namespace agon::serve {
namespace {

std::string state_text(const std::vector<std::string>& fluents) {
  std::string out = "( ";
  for (const std::string& fluent : fluents) out += spaced(fluent) + ' ';
  return out + ')';
}

Json joint_moves(const std::vector<std::string>& moves) {
  Json out = Json::array();
  for (const std::string& move : moves) out.push_back(spaced(move));
  return out;
}

template <class T>
void put_if_given(Json& json, const char* name, const T& value) {
  if (!value.empty()) json[name] = value;
}

// The fields that every reader asks for are always there; the others only where there is something to say.
Json to_json(const PublicMatch& match) {
  Json json;
  json["matchId"] = match.id;
  json["randomToken"] = match.random_token;
  json["startTime"] = match.start_time;
  put_if_given(json, "gameMetaURL", match.game_address);
  put_if_given(json, "gameName", match.game_name);
  put_if_given(json, "gameRoleNames", match.roles);
  json["isCompleted"] = match.completed;
  json["isAborted"] = match.aborted;
  json["states"] = Json::array();
  for (const auto& state : match.states) json["states"].push_back(state_text(state));
  json["moves"] = Json::array();
  for (const auto& step : match.steps) json["moves"].push_back(joint_moves(step));
  json["stateTimes"] = match.state_times;
  put_if_given(json, "errors", match.errors);
  put_if_given(json, "goalValues", match.goals);
  json["previewClock"] = match.clocks.preview;
  json["startClock"] = match.clocks.start;
  json["playClock"] = match.clocks.play;
  put_if_given(json, "playerNamesFromHost", match.player_names);
  put_if_given(json, "isPlayerHuman", match.humans);
  put_if_given(json, "tournamentNameFromHost", match.tournament);
  json["scrambled"] = match.scrambled;
  put_if_given(json, "gameRulesheet", match.rules_text);
  return json;
}

}  // namespace

Result<std::string> to_public_record(const PublicMatch& match, const RecordLimits& limits) {
  if (std::optional<Error> problem = problem_of(match, limits)) return *problem;
  for (const auto& state : match.states) {
    if (state_text(state).size() > limits.state_bytes) {
      return limit_reached("record-too-large", fmt::format("a state of more than {} bytes", limits.state_bytes),
                           "matches of this size cannot be kept");
    }
  }
  try {
    std::string text = to_json(match).dump();
    if (text.size() > limits.bytes) {
      return limit_reached("record-too-large", fmt::format("the record has {} bytes; the limit is {}", text.size(), limits.bytes),
                           "matches of this size cannot be kept");
    }
    return text;
  } catch (const nlohmann::json::exception&) {
    return bad_input("invalid-utf8", "a text of the match is not valid UTF-8", "names and errors must be plain text");
  }
}

}  // namespace agon::serve
