#include "serve/player/thought_json.h"

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

}  // namespace agon::serve
