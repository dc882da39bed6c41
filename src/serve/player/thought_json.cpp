#include "serve/player/thought_json.h"

#include "serve/json.h"

namespace agon::serve {

Json to_json(const play::SpokenThought& thought) {
  Json moves = Json::array();
  for (const auto& [move, known] : thought.moves)
    moves.push_back({{"move", move}, {"visits", known.visits}, {"value", known.value}, {"low", known.low}, {"high", known.high}});
  Json line = Json::array();
  for (const auto& step : thought.line) {
    Json joint = Json::array();
    for (const auto& move : step) joint.push_back(move ? Json(*move) : Json(nullptr));
    line.push_back(std::move(joint));
  }
  return {{"moves", std::move(moves)}, {"value", thought.value},           {"low", thought.low},       {"high", thought.high},
          {"line", std::move(line)},   {"iterations", thought.iterations}, {"states", thought.states}, {"nodes", thought.nodes},
          {"depth", thought.depth},    {"seconds", thought.seconds},       {"note", thought.note},     {"final", thought.final}};
}

std::optional<game::MatchThought> thought_of_role(const Json& thought, std::size_t role) {
  const auto value = thought.find("value");
  if (value == thought.end() || !value->is_array() || role >= value->size() || !(*value)[role].is_number()) return std::nullopt;
  game::MatchThought result;
  result.value = (*value)[role].get<double>();
  if (const auto count = thought.find("iterations"); count != thought.end())
    result.visits = json_integer<std::uint64_t>(*count).value_or(0);
  const auto moves = thought.find("moves");  // the best one first
  if (moves == thought.end() || !moves->is_array() || moves->empty() || !moves->front().is_object()) return result;
  if (const auto best = moves->front().find("move"); best != moves->front().end() && best->is_string())
    result.best = best->get<std::string>();
  return result;
}

}  // namespace agon::serve
