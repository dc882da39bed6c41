#include "search/parts/part_engine.h"

#include <algorithm>
#include <chrono>

#include "circuit/build.h"

namespace agon::search::parts {

Result<PartEngine> PartEngine::create(const ground::GroundProgram& program, const ground::Decomposition& decomposition,
                                      std::size_t part, ground::PartGame game) {
  const std::vector<ground::PartCondition>& outcomes = decomposition.parts[part].outcomes;
  if (outcomes.size() > kMaxOutcomes)
    return limit_reached("too-many-outcomes", "the whole game looks at more of a part than it can tell as goals",
                         "search the whole game");
  for (std::size_t i = 0; i < outcomes.size(); ++i) game.goals.emplace_back(static_cast<int>(i), outcomes[i]);
  PartEngine result;
  result.restricted_ = ground::restrict_to_part(program, decomposition, part, game);
  for (const std::uint32_t choice : result.restricted_.choices)
    result.moves_.push_back(decomposition.parts[part].choices[choice].move);
  result.looks_at_shared_ = std::ranges::any_of(result.restricted_.fluents, [&](std::uint32_t fluent) {
    return std::binary_search(decomposition.shared.begin(), decomposition.shared.end(), fluent);
  });
  circuit::BuildOptions options;
  options.proof_time = std::chrono::milliseconds(1'000);
  const auto circuit = circuit::build(result.restricted_.program, options);
  if (!circuit) return circuit.error();
  const auto engine = Engine::create(*circuit);
  if (!engine) return engine.error();
  result.engine_ = *engine;
  return result;
}

PartEngine::Engine::State PartEngine::project(const Engine::State& whole) const {
  Engine::State part;
  part.words.assign((restricted_.fluents.size() + 63) / 64, 0);
  for (std::size_t f = 0; f < restricted_.fluents.size(); ++f) {
    const std::uint32_t from = restricted_.fluents[f];
    part.words[f / 64] |= ((whole.words[from / 64] >> (from % 64)) & 1U) << (f % 64);
  }
  return part;
}

void PartEngine::write(const Engine::State& part, Engine::State& whole) const {
  for (std::size_t f = 0; f < restricted_.fluents.size(); ++f) {
    const std::uint32_t to = restricted_.fluents[f];
    const std::uint64_t bit = std::uint64_t{1} << (to % 64);
    if (((part.words[f / 64] >> (f % 64)) & 1U) != 0) whole.words[to / 64] |= bit;
    else whole.words[to / 64] &= ~bit;
  }
}

}  // namespace agon::search::parts
